"""``marksplit eval``: tables, JSON, and wrong usage."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from command import Command

from marksplit.evaluation import METRICS, RETRIEVERS

TEA = "# Tea\n\nTea keeps well.\n\n## Brewing\n\nSteep the leaves for three minutes.\n"
LINES = (
    {"question": "How long do I steep leaves?", "source": "tea", "answers": ["three minutes"]},
    {
        "question": "Does tea keep?",
        "corpus_id": "docs/tea.md",
        "references": [{"start": 7, "end": 22}],
    },
)


@pytest.fixture
def pool(command: Command) -> Command:
    command.write("docs/tea.md", TEA)
    command.write("docs/more/coffee.md", "# Coffee\n\nGrind the beans.\n")
    command.write("q.jsonl", "\n".join(json.dumps(line) for line in LINES))
    return command


ARGUMENTS = ("eval", "--docs", "docs", "--questions", "q.jsonl")


def test_tables_show_settings_and_end_with_the_suggestion(pool: Command) -> None:
    code, out, err = pool(*ARGUMENTS, "--grid", "max_size=40,1000", "--baselines", "fixed")
    assert (code, err) == (0, "")
    assert "documents: 2, questions: 2" in out
    assert "bm25, 4,000 characters retrieved" in out
    assert "bm25, 5 chunks retrieved" in out
    names = ("1 marksplit max_size=40", "3 fixed size=40", "4 fixed size=1000")
    assert all(out.count(f"\n{name}  ") == 2 for name in names)
    assert out.rstrip().split("\n\n")[-1].startswith("Stay with marksplit max_size=40, retrieved")


def test_settings_whose_names_are_clipped_are_listed_by_number(
    pool: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    grid = ("--grid", "max_size=40,1000", "overlap=0", "context=on,off")
    monkeypatch.setenv("COLUMNS", "80")
    narrow = pool(*ARGUMENTS, *grid).out
    assert "\n3 marksplit max_size=10…  " in narrow
    assert "\n\nsettings\n1 marksplit max_size=40 overlap=0 context=on\n" in narrow
    monkeypatch.setenv("COLUMNS", "180")
    assert "\nsettings\n" not in pool(*ARGUMENTS, *grid).out


def test_baselines_that_are_not_installed_are_named(
    pool: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "marksplit.evaluation.baselines.find_spec", lambda name: name == "langchain_text_splitters"
    )
    code, _, err = pool(*ARGUMENTS, "--baselines", "all")
    assert code == 0
    assert err == (
        "marksplit: --baselines all: semantic-text-splitter left out, as not installed\n"
    )


def test_dense_is_told_by_its_name(pool: Command) -> None:
    arguments = ("--retriever", "bm25, dense,fused,bm25", "--cache", "kept")
    out = pool(*ARGUMENTS, *arguments).out
    for name in ("bm25", "dense (wordllama)", "fused (wordllama)"):
        assert out.count(f"\n{name}, 4,000 characters retrieved\n") == 1


def test_blanks_between_values_and_repeated_values_change_nothing(pool: Command) -> None:
    grid = ("--grid", "max_size=40, 1000,40", "--baselines", "fixed,fixed")
    told = json.loads(pool(*ARGUMENTS, *grid, "--json", "-").out)
    names = [setting["name"] for setting in told["settings"]]
    expected = ["marksplit max_size=40", "marksplit max_size=1000"]
    assert names == [*expected, "fixed size=40", "fixed size=1000"]


def test_json_has_every_measure_and_is_the_same_twice(pool: Command) -> None:
    arguments = (*ARGUMENTS, "--retriever", "bm25,dense,fused", "--cache", "kept")
    assert pool(*arguments, "--json", "one.json", "--grid", "context=on,off").code == 0
    assert pool(*arguments, "--json", "two.json", "--grid", "context=on,off").code == 0
    data = (pool.folder / "one.json").read_bytes()
    assert data == (pool.folder / "two.json").read_bytes()
    told = json.loads(data)
    assert len(told["questions"]) == 2
    assert [each["name"] for each in told["settings"]] == [
        "marksplit context=on",
        "marksplit context=off",
    ]
    for setting in told["settings"]:
        assert set(setting["retrievers"]) == set(RETRIEVERS)
        for scores in setting["retrievers"].values():
            assert set(METRICS) <= set(scores)
            assert set(METRICS) <= set(scores["at_budget"])
    assert told["suggestion"].startswith("Stay with marksplit context=on")


def test_json_goes_to_standard_output_in_place_of_the_tables(pool: Command) -> None:
    found = pool(*ARGUMENTS, "--json", "-", "-k", "1", "--budget", "50")
    told = json.loads(found.out)
    assert (told["k"], told["budget"]) == (1, 50)


def test_a_grid_tries_switches_choices_and_cuts_by_meaning(pool: Command) -> None:
    grid = ("merge_sections=ON,off", "oversize=keep,split", "cuts=off,wordllama")
    told = json.loads(pool(*ARGUMENTS, "--json", "-", "--grid", *grid).out)
    assert len(told["settings"]) == 8
    last = told["settings"][-1]
    assert last["name"] == "marksplit merge_sections=off oversize=split cuts=wordllama"
    assert last["options"]["merge_sections"] is False
    assert "WordLlama" in last["options"]["cuts"]
    assert told["settings"][0]["options"]["cuts"] is None


def test_an_embedder_is_any_function_by_its_name(
    pool: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", sys.path[:])
    code = "def embed(texts):\n    return [[len(text), text.count('e')] for text in texts]\n"
    pool.write("my_model.py", code)  # in the current folder
    arguments = ("--retriever", "dense", "--embed", "my_model:embed", "--cache", "kept")
    assert pool(*ARGUMENTS, *arguments).code == 0
    assert [path.suffix for path in Path("kept").iterdir()] == [".sqlite"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--grid max_size=400,x", "--grid max_size=400,x: must be an integer, not 'x'"),
        ("--grid size=3", "must be NAME=VALUE,VALUE,... with a name of context, max_heading_depth"),
        ("--grid sizer=foo", "--grid: sizer must be"),
        ("--grid max_size=9 overlap=9", "--grid: overlap must be smaller than max_size (9)"),
        ("--grid max_size=1 max-size=2", "max-size is given twice"),
        ("--grid merge_sections=maybe", "must be on or off, not 'maybe'"),
        ("--grid oversize=keep,cut", "must be keep or split or error, not 'cut'"),
        ("--grid cuts=off,foo", "--cuts must be one of wordllama"),
        ("--baselines foo", "--baselines must be all or some of fixed, langchain-recursive"),
        ("--baselines all --max-size 0", "--max-size must be an integer >= 1, not 0"),
        ("--baselines fixed --sizer words", "--baselines count characters"),
        ("--baselines fixed --grid sizer=words", "--baselines count characters"),
        ("--retriever bm52", "--retriever must be some of bm25, dense, fused, not 'bm52'"),
        ("--retriever dense --embed foo", "--embed must be one of wordllama"),
        ("--retriever dense --cache q.jsonl", "--cache q.jsonl: "),
        ("-k 0", "-k must be an integer >= 1, not 0"),
        ("--budget -1", "--budget must be an integer >= 1, not -1"),
        ("--seed -1", "--seed must be an integer >= 0, not -1"),
    ],
)
def test_wrong_usage_is_one_line(pool: Command, arguments: str, words: str) -> None:
    code, out, err = pool(*ARGUMENTS, *arguments.split())
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert words in err


@pytest.mark.parametrize("module", ["bm25s", "numpy"])
def test_without_the_extra_the_error_names_it(pool: Command, module: str) -> None:
    code = (
        f"import sys; sys.modules[{module!r}] = None\n"
        "from marksplit.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, *ARGUMENTS], cwd=pool.folder, capture_output=True, check=False
    )
    assert run.returncode == 2
    assert b'pip install "marksplit[eval]"' in run.stderr
    assert run.stderr.count(b"\n") == 1


def test_a_bad_question_is_named_by_file_and_line(pool: Command) -> None:
    pool.write("q.jsonl", '\n{"question": "?", "source": "tea", "answer": "four minutes"}\n')
    code, out, err = pool(*ARGUMENTS)
    assert (code, out) == (1, "")
    assert err.startswith('marksplit: q.jsonl: line 2: "answer" must hold text of tea.md')


def test_what_cannot_be_read_is_named(pool: Command) -> None:
    pool.write("docs/bad.md", b"\xff")
    code, out, err = pool(*ARGUMENTS)
    assert code == 1
    assert "docs/bad.md: not UTF-8" in err
    assert "documents: 2" in out
    assert pool("eval", "--docs", "none", "--questions", "q.jsonl").err == (
        "marksplit: none: no such file or folder\n"
    )
    assert (
        "none.jsonl: no such file"
        in pool("eval", "--docs", "docs", "--questions", "none.jsonl").err
    )


def test_an_input_is_not_written_over(pool: Command) -> None:
    for name in ("q.jsonl", "docs/tea.md"):
        code, _, err = pool(*ARGUMENTS, "--json", name)
        assert (code, err) == (2, f"marksplit: {name}: would overwrite an input\n")


def test_an_output_that_cannot_be_written_ends_the_run_before_the_work(pool: Command) -> None:
    code, out, err = pool(*ARGUMENTS, "--json", "none/scores.json")
    assert (code, out) == (2, "")
    assert err == "marksplit: none/scores.json: cannot be written: no such folder\n"


def test_an_embedder_that_fails_is_told(pool: Command) -> None:
    code, _, err = pool(
        *ARGUMENTS, "--retriever=dense", "--embed=os:getcwd", "--cache=kept", "--json=scores.json"
    )
    assert code == 1
    assert not (pool.folder / "scores.json").exists()
    assert "embed failed: TypeError" in err


def test_a_page_is_written_and_is_the_same_twice(pool: Command) -> None:
    code, out, err = pool(*ARGUMENTS, "--html", "one.html", "--json", "one.json")
    assert (code, err) == (0, "")
    assert "documents: 2, questions: 2" in out
    pool(*ARGUMENTS, "--html", "two.html")
    page = (pool.folder / "one.html").read_bytes()
    assert page.startswith(b"<!doctype html>")
    assert page == (pool.folder / "two.html").read_bytes()
    assert pool(*ARGUMENTS, "--html", "-").out.encode() == page


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("q.jsonl", "q.jsonl: would overwrite an input"),
        ("docs/tea.md", "docs/tea.md: would overwrite an input"),
        ("none/page.html", "none/page.html: cannot be written: no such folder"),
        ("docs", "docs: cannot be written: is a folder"),
    ],
)
def test_where_a_page_cannot_be_written_is_told(pool: Command, path: str, words: str) -> None:
    code, out, err = pool(*ARGUMENTS, "--html", path)
    assert (code, out, err) == (2, "", f"marksplit: {words}\n")


def test_a_failed_evaluation_leaves_an_old_page(pool: Command) -> None:
    pool.write("page.html", "old")
    arguments = ("--retriever", "dense", "--embed", "os:getcwd", "--cache", "kept")
    assert pool(*ARGUMENTS, *arguments, "--html", "page.html").code == 1
    assert (pool.folder / "page.html").read_text() == "old"


def test_two_outputs_are_two_files(pool: Command) -> None:
    code, _, err = pool(*ARGUMENTS, "--html", "-", "--json", "-")
    assert code == 2
    assert err.startswith("marksplit eval: --json and --html must be different files")
