"""Commands run once: their group ended, their time bounded, their output on disk."""
