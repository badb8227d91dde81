"""placeholder for measuring"""
import sys
def main():
    from patchsmith.workspace.local import LocalWorkspace
    from patchsmith.changes.paths import RelPath
    from patchsmith.changes.change_set import ChangeSet, FileChange
    w=LocalWorkspace(".")
    p=RelPath.parse("f.txt")
    b=w.read(p)
    w.commit(ChangeSet((FileChange(p,b,b.replace(b"line 100\n",b"line X\n") if b"line X\n" not in b else b.replace(b"line X\n",b"line 100\n"),None),)))
    return 0
