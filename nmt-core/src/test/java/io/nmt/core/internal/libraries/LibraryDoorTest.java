package io.nmt.core.internal.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.internal.handles.HandleHooks;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LibraryDoorTest {
    /** A hook that it lacks would not be found by any library. */
    @Test
    void hasEachHookOfLibraries() {
        assertThat(hooksOf(LibraryDoor.class))
                .containsExactlyInAnyOrderElementsOf(Stream.of(
                                JnaHooks.class,
                                HandleHooks.class,
                                PoolHooks.class,
                                BufferHooks.class,
                                ContextHooks.class)
                        .flatMap(type -> hooksOf(type).stream())
                        .toList());
    }

    private static List<String> hooksOf(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .map(LibraryDoorTest::signature)
                .toList();
    }

    private static String signature(Method method) {
        return method.getReturnType() + " " + method.getName() + Arrays.toString(method.getParameterTypes());
    }
}
