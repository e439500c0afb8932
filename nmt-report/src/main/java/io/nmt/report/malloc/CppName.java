package io.nmt.report.malloc;

/**
 * Names of C++ functions, of which a symbol has the mangled form. Reads names and scopes, without parameters and
 * without the arguments of templates; what has more than these stays as it is.
 *
 * @see <a href="https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling">Itanium C++ ABI, mangling</a>
 */
final class CppName {
    private static final String PREFIX = "_Z";

    private final String symbol;
    private int at = PREFIX.length();

    private CppName(String symbol) {
        this.symbol = symbol;
    }

    /** From {@code _ZN7rocksdb6DBImpl4OpenEv}: {@code rocksdb::DBImpl::Open}. */
    static String of(String symbol) {
        if (!symbol.startsWith(PREFIX)) {
            return symbol;
        }
        try {
            String name = new CppName(symbol).name();
            return name.isEmpty() ? symbol : name;
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            return symbol;
        }
    }

    private String name() {
        if (symbol.charAt(at) != 'N') {
            return Character.isDigit(symbol.charAt(at)) ? part() : "";
        }
        at++;
        while ("rVKRO".indexOf(symbol.charAt(at)) >= 0) {
            at++; // qualifiers of the object
        }
        StringBuilder name = new StringBuilder();
        String last = "";
        while (symbol.charAt(at) != 'E') {
            char kind = symbol.charAt(at);
            if (Character.isDigit(kind)) {
                last = part();
            } else if (kind == 'C' || kind == 'D') {
                last = (kind == 'D' ? "~" : "") + last;
                at += 2;
            } else if (symbol.startsWith("St", at)) {
                last = "std";
                at += 2;
            } else {
                return name.toString(); // a template's arguments, an operator: the name up to there
            }
            name.append(name.length() == 0 ? "" : "::").append(last);
        }
        return name.toString();
    }

    private String part() {
        int end = at;
        while (Character.isDigit(symbol.charAt(end))) {
            end++;
        }
        int length = Integer.parseInt(symbol, at, end, 10);
        at = end + length;
        return symbol.substring(end, at);
    }
}
