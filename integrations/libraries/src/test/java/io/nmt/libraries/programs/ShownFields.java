package io.nmt.libraries.programs;

import com.github.luben.zstd.ZstdCompressCtx;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.ObjectStreamClass;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Shows the fields of a pooled buffer and a native handle, as copies by field, mocks and serialisation find them. */
public final class ShownFields {
    private ShownFields() {}

    public static void main(String[] arguments) {
        show(PooledByteBufAllocator.DEFAULT.directBuffer(1).getClass());
        show(ZstdCompressCtx.class);
    }

    private static void show(Class<?> shown) {
        for (Class<?> type = shown; type != null; type = type.getSuperclass()) {
            List<String> fields = new ArrayList<>();
            for (Field field : type.getDeclaredFields()) {
                fields.add(Modifier.toString(field.getModifiers()) + " " + field.getName());
            }
            Figures.print(type.getName() + " " + fields + ", serialised "
                    + Arrays.toString(ObjectStreamClass.lookupAny(type).getFields()));
        }
    }
}
