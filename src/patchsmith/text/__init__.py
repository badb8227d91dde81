"""Text as files hold it: documents, line matching, the nearest block."""
