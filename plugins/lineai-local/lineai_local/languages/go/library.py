"""What the linker must know of Go's predeclared names and standard library.

The results of library functions and methods are in ``library.txt``: a line for each type or package,
``package.Type``, then below it, indented, ``Name result``; several results are separated by commas.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from lineai_local.link.values import ExternalInstance, Unknown, Values

TYPES = frozenset(
    {
        "any", "bool", "byte", "comparable", "complex64", "complex128", "error", "float32", "float64", "int",
        "int8", "int16", "int32", "int64", "rune", "string", "uint", "uint8", "uint16", "uint32", "uint64",
        "uintptr",
    }
)  # fmt: skip
BUILTINS = TYPES | frozenset(
    {
        "append", "cap", "clear", "close", "complex", "copy", "delete", "false", "imag", "iota", "len",
        "make", "max", "min", "new", "nil", "panic", "print", "println", "real", "recover", "true",
    }
)  # fmt: skip

_INTERFACES = frozenset(
    {
        "error", "context.Context", "database/sql.Scanner", "database/sql/driver.Valuer",
        "encoding.TextMarshaler", "encoding.TextUnmarshaler", "encoding/json.Marshaler",
        "encoding/json.Unmarshaler", "flag.Value", "fmt.Formatter", "fmt.GoStringer", "fmt.Scanner",
        "fmt.State", "fmt.Stringer", "hash.Hash", "hash.Hash32", "hash.Hash64", "heap.Interface",
        "container/heap.Interface", "io.ByteReader", "io.ByteScanner", "io.ByteWriter", "io.Closer",
        "io.ReadCloser", "io.ReadSeeker", "io.ReadWriteCloser", "io.ReadWriter", "io.Reader", "io.ReaderAt",
        "io.ReaderFrom", "io.RuneReader", "io.RuneScanner", "io.Seeker", "io.StringWriter", "io.WriteCloser",
        "io.Writer", "io.WriterAt", "io.WriterTo", "io/fs.DirEntry", "io/fs.FS", "io/fs.File",
        "io/fs.FileInfo", "log/slog.Handler", "log/slog.LogValuer", "math/rand.Source", "net.Addr",
        "net.Conn", "net.Error", "net.Listener", "net.PacketConn", "net/http.CookieJar", "net/http.File",
        "net/http.FileSystem", "net/http.Flusher", "net/http.Handler", "net/http.Hijacker", "net/http.Pusher",
        "net/http.ResponseWriter", "net/http.RoundTripper", "os.FileInfo", "os.Signal", "reflect.Type",
        "sort.Interface", "sync.Locker", "testing.TB",
    }
)  # fmt: skip

_RESULT_NAMES = frozenset({"chan", "map", "slice"})


def is_interface(name: str) -> bool:
    """Return whether values of a type from outside may be of the program's own types.

    Outside the standard library it is not known which types are interfaces: any may be.
    """
    package = name.rpartition(".")[0]
    return name in _INTERFACES or "." in package.partition("/")[0]


@cache
def _results() -> dict[str, tuple[str, ...]]:
    """Return the types of the results of library functions and methods, by qualified name."""
    found: dict[str, tuple[str, ...]] = {}
    owner = ""
    for line in Path(__file__).with_name("library.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith(" "):
            owner = line.strip()
            continue
        names, _, results = line.strip().partition(" ")
        for name in names.split(","):
            found[f"{owner}.{name}"] = tuple(results.split(","))
    return found


def result(name: str) -> Values | None:
    """Return what calling a function or method of the library gives, or ``None`` if it is not known."""
    types = _results().get(name)
    if types is None:
        return None
    values = tuple(_instance(each) for each in types)
    return values[0] if len(values) == 1 else (ExternalInstance("tuple", values),)


def _instance(written: str) -> Values:
    if written.startswith("[]"):
        return (ExternalInstance("slice", (_instance(written[2:]),)),)
    if written == "any":
        return (Unknown("a value of any type"),)
    return (ExternalInstance(written),)
