package io.nmt.core.internal.linker;

import io.nmt.core.model.Category;
import java.lang.invoke.MethodType;

/**
 * A function of the C library whose calls through the {@code Linker} are tracked. To track another one, add a row.
 *
 * <p>A signature is the result and, in brackets, the parameters: {@code P} a pointer, {@code O} a pointer to where the
 * block's address is put, {@code S} a size or an offset, {@code I} an int, {@code V} nothing, {@code E} an int that is
 * not 0 if the function failed. Programs declare functions otherwise, too, where that makes no difference to what they
 * do: an int as a long, {@code V} as a result that they do not read, {@code E} as none, for which 0 is taken.
 */
enum LinkerFunction {
    // name, signature, methods of LinkerCalls (with "after" before it), or those with "before" and "undo", too

    MALLOC("malloc", "P(S)", "Malloc"),
    VALLOC("valloc", "P(S)", "Malloc"),
    PVALLOC("pvalloc", "P(S)", "Malloc"),
    CALLOC("calloc", "P(SS)", "Calloc"),
    ALIGNED_ALLOC("aligned_alloc", "P(SS)", "AlignedAlloc"),
    MEMALIGN("memalign", "P(SS)", "AlignedAlloc"),
    POSIX_MEMALIGN("posix_memalign", "I(OSS)", "PosixMemalign"),
    STRDUP("strdup", "P(P)", "Strdup"),
    STRNDUP("strndup", "P(PS)", "Strndup"),
    REALLOC("realloc", "P(PS)", "Realloc", Category.FOREIGN_MALLOC, long.class),
    REALLOCARRAY("reallocarray", "P(PSS)", "Reallocarray", Category.FOREIGN_MALLOC, long.class),
    FREE("free", "V(P)", "Free", Category.FOREIGN_MALLOC, long.class),
    MMAP("mmap", "P(PSIIIS)", "Mmap", Category.MAPPED_FILE, void.class),
    MUNMAP("munmap", "E(PS)", "Munmap", Category.MAPPED_FILE, Object.class),
    MREMAP("mremap", "P(PSSI)", "Mremap", Category.MAPPED_FILE, Object.class),
    // The same function: its last argument is a variable one.
    MREMAP_TO("mremap", "P(PSSIP)", "MremapTo", Category.MAPPED_FILE, Object.class);

    private static final int FIRST_PARAMETER = 2;
    private static final String SEGMENT = "java.lang.foreign.MemorySegment";

    private final String symbol;
    private final String signature;
    private final String methods;
    private final int categoryId;
    private final Class<?> state;

    LinkerFunction(String symbol, String signature, String methods) {
        this(symbol, signature, methods, Category.FOREIGN_MALLOC, void.class);
    }

    LinkerFunction(String symbol, String signature, String methods, Category category, Class<?> state) {
        this.symbol = symbol;
        this.signature = signature;
        this.methods = methods;
        this.categoryId = category.id();
        this.state = state;
    }

    /** Its name in the library. */
    String symbol() {
        return symbol;
    }

    /** The category of the blocks that it allocates or frees. */
    int categoryId() {
        return categoryId;
    }

    /** The number of its parameters. */
    int arity() {
        return signature.length() - FIRST_PARAMETER - 1;
    }

    /** The name of a method of {@link LinkerCalls} that belongs to it. */
    String method(String when) {
        return when.concat(methods);
    }

    /** The type that its method before the call hands to the one after it; void without such a method. */
    Class<?> state() {
        return state;
    }

    /**
     * With which types a handle's arguments and result are given to {@link LinkerCalls}.
     *
     * @param type of the handle
     * @return the result's and the arguments' types, or null if the handle cannot be one of this function
     */
    MethodType methodType(MethodType type) {
        int leading = type.parameterCount() - arity();
        Class<?> result = passedAs(signature.charAt(0), type.returnType());
        if (leading < 0 || result == null) {
            return null;
        }
        Class<?>[] arguments = new Class<?>[arity()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = passedAs(signature.charAt(FIRST_PARAMETER + i), type.parameterType(leading + i));
            if (arguments[i] == null) {
                return null;
            }
        }
        return MethodType.methodType(result, arguments);
    }

    /** The type of a handle that has longs as pointers and sizes. */
    MethodType commonType() {
        Class<?>[] arguments = new Class<?>[arity()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = signature.charAt(FIRST_PARAMETER + i) == 'I' ? int.class : long.class;
        }
        return methodType(MethodType.methodType(long.class, arguments));
    }

    private static Class<?> passedAs(char kind, Class<?> carrier) {
        boolean segment = isSegment(carrier);
        return switch (kind) {
            case 'P' -> carrier == long.class || segment ? long.class : null;
            case 'O' -> segment ? Object.class : carrier == long.class ? long.class : null;
            case 'S' -> carrier == long.class || carrier == int.class ? long.class : null;
            case 'I' -> carrier == int.class || carrier == long.class ? int.class : null;
            case 'E' -> carrier == int.class || carrier == long.class || carrier == void.class ? int.class : null;
            default -> void.class;
        };
    }

    /** Before JDK 22 it is no class that this code could name. */
    static boolean isSegment(Class<?> type) {
        return type.getName().equals(SEGMENT);
    }
}
