"""The repairer that needs no network and no key: rules for failures that determine their fix."""

from patchsmith.repairers.offline.repairer import OfflineRepairer

__all__ = ["OfflineRepairer"]
