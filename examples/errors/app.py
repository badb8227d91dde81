"""Two functions that end alike."""

def start():
    log("starting")
    log("done")
    return None


def stop():
    log("stopping")
    log("done")
    return None
