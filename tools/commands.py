"""The commands of run.py. This module needs only the standard library, because it runs before anything is installed.

Each command is an entry of COMMANDS. Before it starts, the packages of its list in pyproject.toml are installed.
"""

import argparse
import contextlib
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import files

from exercise_checker import messages

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".environment"
SEPARATE = {"site": "site", "scale": "scale", "release": "release", "bleu-grading": "instructor"}
"""The extras whose packages get a separate environment, a folder in the other one. Some would add extensions to every
JupyterLab."""
STAMP = "set-up-for"
"""The file in an environment that lists its packages. It exists only if the set-up was completed."""
MESSAGES = ROOT / "bleu_helpers" / "data" / "messages.json"
"""The translations of the messages; the package that reads them for the lessons may not be installed yet."""

HELP = """The commands of "BLEU from scratch". You need Python 3.11 or later, and nothing else.

{commands}

NOTEBOOK is a path, a file name or the start of one, or the number of a lesson. Without it, the command takes all
notebooks. Each ARGUMENT is passed on to pytest (test), the report (score, compare), the benchmark (bench) or Python
(python). With lab, arguments that begin with a dash are passed on to JupyterLab: for example, `lab --no-browser` starts
it without a browser.

The first command creates an environment in the folder .environment, and each command installs what it needs there.
On Windows, type `py run.py` instead of `python3 run.py`.
"""


class Refusal(Exception):
    """Raised to stop a command; its message is for the user."""


# The arguments of a command.


def notebooks(names: list[str]) -> list[str]:
    """Return the files with these names: paths, file names or their beginnings, or lesson numbers; or all lessons."""
    found = [str(file) for name in names or [str(ROOT / "notebooks")] for file in files_of(name)]
    for file in map(Path, found):
        try:
            saved = json.loads(file.read_text(encoding="utf-8"))
            if (version := saved["nbformat"]) != 4:
                raise Refusal(f"{file.name} has nbformat {version}. Open it in Jupyter, and save it in nbformat 4.")
            saved["cells"]
        except (ValueError, LookupError, TypeError) as error:
            raise Refusal(
                f"{file.name}: this file is not a valid notebook ({type(error).__name__}: {error}). "
                "If it contains conflict markers from git, such as <<<<<<<, choose one of the two versions."
            ) from None
    return found


def to_check(names: list[str]) -> list[str]:
    """Return the files of `notebooks`; one outside this folder is refused, because pytest has no settings there."""
    for file in (found := notebooks(names)):
        if not Path(file).is_relative_to(ROOT):
            raise Refusal(f"'{file}' is not in the folder {ROOT}. Copy it into that folder, and check the copy.")
    return found


def files_of(name: str) -> list[Path]:
    """Return the files that one name refers to."""
    path = Path(name).resolve()
    if path.is_relative_to(ROOT / "notebooks" / "learn"):
        raise Refusal(f"'{name}' is a learner's copy, which `python3 run.py learn` makes. Pass the lesson's number.")
    found = sorted(path.glob("*.ipynb")) or ([path] if path.is_file() and path.suffix == ".ipynb" else lessons(name))
    if not found:
        raise Refusal(f"there is no notebook '{name}'. Pass a path, a file name or its start, or {a_number()}.")
    return found


def lessons(name: str) -> list[Path]:
    """Return the lessons with this number, or whose file name begins with this text."""
    start = f"{name:0>2}_" if re.fullmatch("[0-9]+", name) else Path(name).name
    return [path for path in sorted((ROOT / "notebooks").glob("*.ipynb")) if path.name.startswith(start)]


def a_number() -> str:
    """Describe the range of lesson numbers."""
    return messages.say("a number from 1 to {last}", last=len(lessons("")))


def one_lesson(typed: list[str]) -> list[str]:
    """Return the file of the lesson, if one is given, and the arguments for JupyterLab, which begin with a dash.

    All messages are then in the language that `--language` or BLEU_LANGUAGE names.
    """
    parser = argparse.ArgumentParser("run.py lab", add_help=False, allow_abbrev=False)
    parser.add_argument("--language", default=os.environ.get("BLEU_LANGUAGE") or "en")
    chosen, typed = parser.parse_known_args(typed)
    language, translations = chosen.language[:2].lower(), json.loads(MESSAGES.read_text(encoding="utf-8"))
    if language not in ("en", *translations):
        raise Refusal(f"there is no edition '{language}'. The languages are: {', '.join(['en', *translations])}.")
    messages.set_language(language, translations.get(language))
    os.environ["BLEU_LANGUAGE"] = language  # for tools/lab.py
    names = [argument for argument in typed if not argument.startswith("-")]
    found = [path.name for name in names for path in lessons(name)]
    if len(names) > 1 or len(found) != len(names):
        not_one = (
            "'{names}' is not one lesson. Pass {a_number}, or the start of a file's name. Arguments for JupyterLab "
            "begin with a dash and contain no space, such as --port=9999."
        )
        raise Refusal(messages.say(not_one, names=" ".join(names), a_number=a_number()))
    return [*found, *(argument for argument in typed if argument.startswith("-"))]


def to_test(typed: list[str]) -> list[str]:
    """Return the arguments for pytest; a missing file is refused, because pytest would silently run no test."""
    for path in (argument.partition("::")[0] for argument in typed if not argument.startswith("-")):
        if (path.startswith("tests/") or path.endswith((".py", ".ipynb"))) and not (ROOT / path).exists():
            raise Refusal(f"there is no '{path}', so no test was run.")
    return typed


def asks_for_more(typed: list[str]) -> bool:
    """Return whether pytest is asked for tests with a mark, which may be some that it leaves out by default."""
    return any(option == "-m" and "not environments" not in marks for option, marks in pairwise(typed))


# The commands.


ANY = "[ARGUMENT ...]"


class Command(NamedTuple):
    """A command of run.py."""

    about: str
    """The description in the help."""
    arguments: str = ANY
    """The arguments, as the help shows them."""
    extra: str = "dev"
    """The list of packages in pyproject.toml that it needs, or another of our distributions."""
    starts: tuple[str, ...] = ()
    """The arguments for Python that start the command; the user's arguments follow them."""
    read: Callable[[list[str]], list[str]] = list
    """A function that checks and converts the user's arguments before anything is installed."""
    here: bool = False
    """Whether it runs in the folder where it was typed, with the user's paths, and not in the repository's."""


# What failed is described once, in plain words, so pytest's summary is switched off.
CHECK = ("-m", "pytest", "-q", "-rN", "--tb=short", "-p", "no:cacheprovider")


def on_notebooks(about: str, *starts: str, extra: str = "dev", read: Callable = notebooks) -> Command:
    """Make a command that takes notebooks, by default all of them."""
    return Command(about, "[NOTEBOOK ...]", extra, starts, read)


def of_the_report(about: str, name: str) -> Command:
    """Make a command of the installed package, which finds the user's files in the folder where it was typed."""
    return Command(about, extra="fast", starts=("-P", "-m", "bleu_helpers", name), here=True)


COMMANDS = {
    "lab": Command(
        "open your own copies of the lessons in JupyterLab (lab 4 opens lesson 04)",
        extra="lab",
        starts=("tools/lab.py",),
        read=one_lesson,
    ),
    "test": Command("run all tests of the helpers and the notebooks", starts=("-m", "pytest"), read=to_test),
    "check": on_notebooks(
        "run notebooks again and compare the results with the saved outputs", *CHECK, extra="check", read=to_check
    ),
    "refresh": on_notebooks("run notebooks again and save the new outputs", "tools/refresh.py"),
    "learn": on_notebooks("make the learner's copies of the lessons (without outputs)", "tools/learn.py"),
    "editions": Command(
        "update the translations, and make the editions in other languages",
        "[LANGUAGE ...]",
        starts=("tools/editions.py",),
    ),
    "clean": on_notebooks("remove what Colab adds when it saves a notebook, without running it", "tools/clean.py"),
    "score": of_the_report("print BLEU and chrF of an output (score -h lists the arguments)", "score"),
    "compare": of_the_report("explain why a score changed (compare -h lists the arguments)", "compare"),
    "bench": Command(
        "compare the speed with NLTK, sacreBLEU and others",
        extra="bench",
        starts=("benchmarks/bench.py",),
    ),
    "site": Command(
        "build the site: lessons to read, and lessons that run in a browser tab",
        arguments="[--complete]",
        extra="site",
        starts=("website/make_site.py",),
    ),
    "scale": Command(
        "measure five ways to score a corpus, with Dask and Spark (--save keeps it)",
        arguments="[SEGMENTS ...]",
        extra="scale",
        starts=("benchmarks/scale.py",),
    ),
    "address": Command(
        "write your GitHub address into all links (--none removes it; --ref: tag)",
        arguments="[OWNER/REPO]",
        extra="check",
        starts=("tools/address.py",),
    ),
    "release": Command(
        "build the distributions, and try each of them alone",
        "[PYTHON ...]",
        extra="release",
        starts=("tools/release.py",),
    ),
    "instructor": Command(
        "set up the environment for grading, with nbgrader",
        arguments="",
        extra="bleu-grading",
        starts=("-c", "import sys; print('To grade, use this Python:', sys.executable)"),
    ),
    "python": Command("start Python in this environment, for example: python -m ruff check"),
}


def main(arguments: list[str]) -> int:
    """Run one command and return its exit code."""
    for stream in filter(None, (sys.stdout, sys.stderr)):  # a shell can close either of them
        stream.reconfigure(errors="replace")
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(HELP.format(commands=help_lines()), end="")
        return 0
    name, *typed = arguments
    try:
        if name not in COMMANDS:
            raise Refusal(f"there is no command '{name}'. The commands are: {', '.join(COMMANDS)}.")
        wanted = COMMANDS[name]
        if wanted.arguments != ANY and {"-h", "--help"} & {*typed}:
            print(f"python3 run.py {name} {wanted.arguments}: {wanted.about}.\nFor all commands: python3 run.py --help")
            return 0
        given = wanted.read(typed)
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # `kill` interrupts a set-up like Ctrl-C
        extra = "environments" if name == "test" and asks_for_more(typed) else wanted.extra
        if wanted.here:
            os.environ["BLEU_COMMAND"] = f"python3 {sys.argv[0]}"  # for the usage that score and compare show
        return call(str(ready(extra)), *wanted.starts, *given, folder=Path.cwd() if wanted.here else ROOT)
    except Refusal as reason:
        return refuse(reason)


def help_lines() -> str:
    """Return the help text with one line per command."""
    names, forms = max(map(len, COMMANDS)), max(len(command.arguments) for command in COMMANDS.values())
    return "\n".join(
        f"  python3 run.py {name:{names}} {command.arguments:{forms}}  {command.about}"
        for name, command in COMMANDS.items()
    )


# The set-up.


def ready(extra: str) -> Path:
    """Return a Python that has all packages of an extra, or refuse with the reason why there is none."""
    try:
        return set_up(extra)
    except KeyboardInterrupt:
        raise Refusal("the set-up was interrupted. Run the command again to start it from the beginning.") from None
    except subprocess.CalledProcessError as error:
        failed = (
            "the set-up failed with exit code {code}; the lines above say why. If this computer has no network "
            "connection, connect it. To try again, run the same command."
        )
        raise Refusal(messages.say(failed, code=error.returncode)) from None
    except (OSError, sqlite3.OperationalError) as error:
        closed = (
            "the set-up failed, because it cannot write to this folder: {error}. Copy the folder to one of your own, "
            "and run the command there."
        )
        raise Refusal(messages.say(closed, error=error)) from None


def set_up(extra: str) -> Path:
    """Return the Python of the environment for an extra in pyproject.toml, with all packages of this extra.

    The environment is created or extended if it lacks some of them.
    """
    environment = ENVIRONMENT / SEPARATE.get(extra, "")
    if not is_there(extra, environment):
        environment.mkdir(parents=True, exist_ok=True)
        with alone(environment):
            # Another process may have created it while this one waited for the lock.
            if not is_there(extra, environment):
                make(extra, environment)
    return python_in(environment)


def python_in(environment: Path) -> Path:
    """Return the path of an environment's Python."""
    return environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def is_there(extra: str, environment: Path) -> bool:
    """Return whether an environment is complete and has all packages of an extra."""
    has = what_it_has(environment)
    return has is not None and wanted(extra).items() <= has.items()


def make(extra: str, environment: Path) -> None:
    """Create an environment, or add the packages that it lacks."""
    python, has = str(python_in(environment)), what_it_has(environment)
    start = time.monotonic()
    # An environment can be created again by a command that its own Python runs.
    inside = Path(sys.prefix).resolve().is_relative_to(ENVIRONMENT)
    builder = sys._base_executable if inside else sys.executable
    outside_pip = subprocess.run([builder, "-m", "pip", "--version"], capture_output=True).returncode == 0
    # The stamp is deleted first and written last, so after an interrupted set-up the next run starts from scratch.
    (environment / STAMP).unlink(missing_ok=True)
    if has is None:
        has = {}
        creating = "creating an environment in {folder} (only once; this takes one to two minutes)"
        say(messages.say(creating, folder=environment.relative_to(ROOT)))
        for path in environment.glob("*"):
            if not (path / "pyvenv.cfg").exists():  # keep other environments inside ours
                shutil.rmtree(path, ignore_errors=True)
        # Debian's venv has no ensurepip, but a pip outside can install into an environment that has no pip.
        subprocess.run([builder, "-m", "venv", *["--without-pip"] * outside_pip, str(environment)], check=True)
    pip = [builder, "-m", "pip", "--python", python] if outside_pip else [python, "-m", "pip"]
    try:
        install(pip, "--quiet", "--upgrade", "pip")  # the newest pip needs half the time of one of 2023
        say(messages.say("installing the packages that pyproject.toml lists for '{extra}'", extra=extra))
        install([python, "-m", "pip"], *editable(extra))
    except subprocess.CalledProcessError:
        if has:  # pip has undone what it began, so without a network, for example, the environment is as before
            write_stamp(environment, has)
        raise
    write_stamp(environment, has | wanted(extra))
    say(messages.say("the environment is ready ({seconds:.0f} s)", seconds=time.monotonic() - start))


@contextlib.contextmanager
def alone(environment: Path) -> Iterator[None]:
    """Let only one process at a time create this environment; a second one waits until the first has ended.

    SQLite's lock is the only one in the standard library that works on every system and is released when its process
    ends, however it ends.
    """
    place = ENVIRONMENT / f"{environment.name}.lock"
    with contextlib.closing(sqlite3.connect(place, timeout=0, isolation_level=None)) as lock:
        if not takes(lock):
            say("another command is setting up an environment here; waiting until it is done")
            while not takes(lock):
                time.sleep(0.2)
        yield


def takes(lock: sqlite3.Connection) -> bool:
    """Try to take a lock, and return whether it was free."""
    try:
        lock.execute("BEGIN EXCLUSIVE")
        return True
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
        return False


def write_stamp(environment: Path, has: dict[str, str]) -> None:
    """Store the folder of the repository for which an environment was created, and its requirements by name."""
    text = json.dumps({"folder": str(ROOT), "has": has}, indent=1)
    files.replace(environment / STAMP, text.encode())


def what_it_has(environment: Path) -> dict[str, str] | None:
    """Return the requirements of an environment by name, or None if it is incomplete, was moved or does not start."""
    stamp = environment / STAMP
    if not (stamp.is_file() and starts(python_in(environment))):
        return None
    made = json.loads(stamp.read_text(encoding="utf-8"))
    return made["has"] if made["folder"] == str(ROOT) else None


def install(pip: list[str], *what: str) -> None:
    """Install packages with pip, which prints what it does."""
    # Python compiles a module when it first imports it; pip would compile all of them, most of which are never used.
    # Without a network, pip would try each package again and again, for more than a minute.
    waits = ("--retries", "1", "--timeout", "8")
    subprocess.run([*pip, "install", "--disable-pip-version-check", "--no-compile", *waits, *what], check=True)


def editable(extra: str) -> list[str]:
    """Return the arguments for pip that install the package with an extra, and our distributions that it needs."""
    _, *others = folders_of(extra)
    # The helpers come first: pip would look elsewhere for a distribution that another one requires.
    helpers = str(ROOT) if extra in other_distributions() else f"{ROOT}[{extra}]"
    return [word for folder in (helpers, *map(str, others)) for word in ("--editable", folder)]


def folders_of(extra: str) -> list[Path]:
    """Return the folders of our distributions that an extra needs: the helpers, and those that they require."""
    return [ROOT, *(folder for name, folder in other_distributions().items() if name in wanted(extra))]


def other_distributions(root: Path | None = None) -> dict[str, Path]:
    """Return the folders of our distributions besides the helpers, by name."""
    return {project_of(path.parent)["name"]: path.parent for path in sorted((root or ROOT).glob("*/pyproject.toml"))}


def requirements(extra: str) -> list[str]:
    """Return the requirements of the helpers and of one of their extras, or of one of our other distributions."""
    project = project_of(ROOT)
    ours = other_distributions()

    def listed(requirements: list[str]) -> Iterator[str]:
        for requirement in requirements:
            another = re.fullmatch(rf"{project['name']}\[(\w+)\]", requirement)
            if another:
                yield from listed(project["optional-dependencies"][another[1]])
            elif (name := name_of(requirement)) != project["name"]:
                yield requirement
                yield from listed(project_of(ours[name])["dependencies"] if name in ours else [])

    more = [f"{extra}=={project['version']}"] if extra in ours else project["optional-dependencies"][extra]
    return [*listed([*project["dependencies"], *more])]


def project_of(folder: Path) -> dict:
    """Return the table "project" of the pyproject.toml in a folder."""
    return tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def wanted(extra: str) -> dict[str, str]:
    """Return the requirements of the package and one of its extras by name."""
    return {name_of(requirement): requirement for requirement in requirements(extra)}


def name_of(requirement: str) -> str:
    """Return the name in a requirement of the form NAME>=VERSION or NAME==VERSION."""
    return re.match(r"[\w.-]+", requirement).group()


def starts(python: Path) -> bool:
    """Return whether a Python starts (an environment breaks when the Python that created it is removed)."""
    return python.exists() and subprocess.run([str(python), "-c", ""], capture_output=True).returncode == 0


# Starting programs and printing messages.


def call(*command: str, folder: Path = ROOT) -> int:
    """Run a command in a folder to its end, even if the user presses Ctrl-C, and return its exit code."""
    # A shell passes the pipe of <(command) on as an open file.
    process = subprocess.Popen(command, cwd=folder, close_fds=False)
    signal.signal(signal.SIGTERM, lambda *_: process.terminate())  # `kill` reaches only this process
    while True:
        try:
            code = process.wait()
            return code if code >= 0 else 128 - code  # as a shell does for a command that a signal has ended
        except KeyboardInterrupt:
            continue  # the command has received the same signal and ends by itself


def say(text: str) -> None:
    """Print a line of progress at once."""
    print(f"run.py: {messages.translated(text)}", flush=True)


def refuse(reason: Refusal) -> int:
    """Print the reason why the command stops, and return its exit code."""
    print(f"run.py: {messages.translated(str(reason))}", file=sys.stderr, flush=True)
    return 2
