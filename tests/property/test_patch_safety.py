"""Law: whatever a patch says, a refusal changes nothing and a success changes what it says."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from patchsmith.errors import PatchsmithError
from patchsmith.tools.apply_patch import apply_patch
from strategies import LINES, PATHS, TREES
from trees import lay, tree

MARKED = st.builds(lambda mark, line: mark + line, st.sampled_from([" ", "-", "+", ""]), LINES)
HUNKS = st.builds(
    lambda anchor, lines, eof: ["@@" + (f" {anchor}" if anchor else ""), *lines, *eof],
    st.one_of(st.just(""), LINES),
    st.lists(MARKED, min_size=1, max_size=4),
    st.sampled_from([[], [], ["*** End of File"]]),
)
OPS = st.one_of(
    st.builds(lambda p, ls: [f"*** Add File: {p}", *("+" + x for x in ls)], PATHS,
              st.lists(LINES, max_size=3)),
    st.builds(lambda p: [f"*** Delete File: {p}"], PATHS),
    st.builds(lambda p, hs: [f"*** Update File: {p}", *(x for h in hs for x in h)], PATHS,
              st.lists(HUNKS, min_size=1, max_size=3)),
    st.builds(lambda p, q: [f"*** Update File: {p}", f"*** Move to: {q}"], PATHS, PATHS),
)  # fmt: skip
PATCHES = st.builds(
    lambda ops: "\n".join(["*** Begin Patch", *(x for op in ops for x in op), "*** End Patch"]),
    st.lists(OPS, max_size=3),
)


@given(files=TREES, patch=st.one_of(PATCHES, st.text(max_size=60)), partial=st.booleans())
def test_a_patch_lands_whole_or_not_at_all(
    files: dict[str, str], patch: str, partial: bool
) -> None:
    """An error leaves the tree byte-equal; dry run equals real run; the inverse restores."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        lay(root, {path: text.encode() for path, text in files.items()})
        before = tree(root)
        try:
            dry = apply_patch(patch, root=root, dry_run=True, partial=partial)
        except PatchsmithError:
            assert tree(root) == before
            return
        assert tree(root) == before
        done = apply_patch(patch, root=root, partial=partial, fsync=False)
        assert done.change_set == dry.change_set
        after = dict(before)
        for change in done.change_set:
            assert before.get(change.path) == change.before
            if change.after is None:
                del after[change.path]
            else:
                after[change.path] = change.after
        assert tree(root) == after
        from patchsmith.workspace.local import LocalWorkspace

        LocalWorkspace(root, fsync=False).commit(done.change_set.inverse())
        assert tree(root) == before
