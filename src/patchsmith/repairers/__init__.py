"""Who makes an attempt: the base protocol and the built-in repairers."""
