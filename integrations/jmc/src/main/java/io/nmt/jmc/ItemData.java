package io.nmt.jmc;

import io.nmt.core.model.Frame;
import io.nmt.jfr.recordings.EventData;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmc.common.IMCFrame;
import org.openjdk.jmc.common.IMCMethod;
import org.openjdk.jmc.common.IMCStackTrace;
import org.openjdk.jmc.common.item.IAccessorKey;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.item.IType;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.IUnit;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.JfrAttributes;

/** An event that the parser of JDK Mission Control has read. */
final class ItemData implements EventData {
    private final Kind kind;
    private final IItem item;

    private ItemData(Kind kind, IItem item) {
        this.kind = kind;
        this.item = item;
    }

    /** The fields of a kind of event. */
    static final class Kind {
        private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

        private final String name;
        private final Map<String, IMemberAccessor<?, IItem>> fields = new HashMap<>();
        private final IMemberAccessor<IQuantity, IItem> start;
        private final IMemberAccessor<IQuantity, IItem> duration;
        private final IMemberAccessor<IMCStackTrace, IItem> stack;

        Kind(IType<IItem> type) {
            this.name = type.getIdentifier();
            for (IAccessorKey<?> key : type.getAccessorKeys().keySet()) {
                fields.put(key.getIdentifier(), type.getAccessor(key));
            }
            this.start = JfrAttributes.START_TIME.getAccessor(type);
            this.duration = JfrAttributes.DURATION.getAccessor(type);
            this.stack = JfrAttributes.EVENT_STACKTRACE.getAccessor(type);
        }

        ItemData of(IItem item) {
            return new ItemData(this, item);
        }

        private static Frame frame(IMCFrame frame) {
            IMCMethod method = frame.getMethod();
            String className = method.getType().getFullName();
            Integer line = frame.getFrameLineNumber();
            boolean jdk = JDK.stream().anyMatch(className::startsWith);
            return new Frame(className, method.getMethodName(), null, line == null ? -1 : line, jdk);
        }
    }

    private Object value(String field) {
        return kind.fields.get(field).getMember(item);
    }

    @Override
    public String name() {
        return kind.name;
    }

    @Override
    public Instant getStartTime() {
        long nanos = kind.start.getMember(item).clampedLongValueIn(UnitLookup.EPOCH_NS);
        return Instant.EPOCH.plusNanos(nanos);
    }

    @Override
    public Duration getDuration() {
        IQuantity time = kind.duration == null ? null : kind.duration.getMember(item);
        return time == null ? Duration.ZERO : Duration.ofNanos(time.clampedLongValueIn(UnitLookup.NANOSECOND));
    }

    @Override
    public boolean hasField(String field) {
        return kind.fields.containsKey(field) && value(field) != null;
    }

    @Override
    public String getString(String field) {
        return kind.fields.containsKey(field) ? (String) value(field) : null;
    }

    @Override
    public long getLong(String field) {
        Object value = value(field);
        if (value instanceof IQuantity quantity) {
            return quantity.clampedLongValueIn(unit(quantity));
        }
        // Mission Control has process ids as text.
        return value instanceof Number number ? number.longValue() : Long.parseLong((String) value);
    }

    private static IUnit unit(IQuantity quantity) {
        return switch (quantity.getType().getIdentifier()) {
            case "memory" -> UnitLookup.BYTE;
            case "timestamp" -> UnitLookup.EPOCH_MS;
            case "timespan" -> UnitLookup.NANOSECOND;
            default -> quantity.getUnit();
        };
    }

    @Override
    public boolean getBoolean(String field) {
        return Boolean.TRUE.equals(value(field));
    }

    @Override
    public Duration getDuration(String field) {
        return Duration.ofNanos(getLong(field));
    }

    @Override
    public long committedSize(String field) {
        String name = field + ":committedSize";
        return hasField(name) ? getLong(name) : -1;
    }

    @Override
    public List<Frame> frames() {
        IMCStackTrace trace = kind.stack == null ? null : kind.stack.getMember(item);
        List<Frame> frames = new ArrayList<>();
        if (trace != null) {
            trace.getFrames().forEach(frame -> frames.add(Kind.frame(frame)));
        }
        return frames;
    }
}
