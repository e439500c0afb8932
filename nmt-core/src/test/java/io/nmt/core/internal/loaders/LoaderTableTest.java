package io.nmt.core.internal.loaders;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.internal.concurrent.TableBound;
import io.nmt.core.internal.jdk.JdkInternals;
import io.nmt.core.internal.loaders.LoaderTable.Kind;
import io.nmt.core.internal.starts.ThreadFields;
import io.nmt.core.model.LoaderKeeper;
import io.nmt.core.model.LoaderKeeper.How;
import io.nmt.core.model.MadeLoaders;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.lang.reflect.Constructor;
import java.security.Provider;
import java.security.Security;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.Test;

/** The table of class loaders: its bound, its groups, and that collected loaders leave. */
class LoaderTableTest {
    private static final int BOUND = 64;
    private static final int HIDDEN = 64 * BOUND;
    private static final LongAdder MADE = new LongAdder();

    private LoaderTable last;

    /** As the hook does: within the constructor. */
    private static class Hooked extends ClassLoader {
        Hooked(LoaderTable table) {
            super(LoaderTableTest.class.getClassLoader());
            table.made(this, MADE);
        }
    }

    private static final class Sub extends Hooked {
        Sub(LoaderTable table) {
            super(table);
        }
    }

    private static final class Others extends Hooked {
        Others(LoaderTable table) {
            super(table);
        }
    }

    /** A value of a thread-local variable. */
    private static final class Child extends ClassLoader {
        Child(ClassLoader parent) {
            super(parent);
        }
    }

    /** Defines classes of its own. */
    private static final class Isolated extends Hooked {
        Isolated(LoaderTable table) {
            super(table);
        }

        Object instance(Class<?> type) throws Exception {
            try (InputStream in = type.getResourceAsStream(type.getName().replaceAll(".*[.]", "") + ".class")) {
                byte[] bytes = in.readAllBytes();
                Class<?> own = defineClass(type.getName(), bytes, 0, bytes.length);
                Constructor<?> constructor = own.getDeclaredConstructor();
                constructor.setAccessible(true);
                return constructor.newInstance();
            }
        }
    }

    /** A driver of an application. */
    static final class OwnDriver implements Driver {
        @Override
        public Connection connect(String url, Properties info) {
            return null;
        }

        @Override
        public boolean acceptsURL(String url) {
            return false;
        }

        @Override
        public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
            return new DriverPropertyInfo[0];
        }

        @Override
        public int getMajorVersion() {
            return 1;
        }

        @Override
        public int getMinorVersion() {
            return 0;
        }

        @Override
        public boolean jdbcCompliant() {
            return false;
        }

        @Override
        public Logger getParentLogger() {
            return null;
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    /** A security provider of an application. */
    static final class OwnProvider extends Provider {
        private static final long serialVersionUID = 1;

        OwnProvider() {
            super("Own", "1", "for this test");
        }
    }

    /** The interface of an MBean. */
    public interface OwnBeanMXBean {
        /** A figure. */
        int getFigure();
    }

    /** An MBean of an application. */
    static final class OwnBean implements OwnBeanMXBean {
        @Override
        public int getFigure() {
            return 1;
        }
    }

    /** A handler of an application. */
    static final class OwnHandler extends Handler {
        @Override
        public void publish(LogRecord entry) {}

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private static final ThreadLocal<Object> VARIABLE = new ThreadLocal<>();

    @Test
    void groupsHaveClassesAndParents() {
        LoaderTable table = new LoaderTable(Kind.LOADER, TableBound.of(1 << 14));
        Object[] kept = new Object[20];
        for (int i = 0; i < kept.length; i++) {
            kept[i] = i < 15 ? new Sub(table) : new Others(table);
        }
        List<MadeLoaders> groups;
        try {
            groups = groups(table);
        } finally {
            Reference.reachabilityFence(kept);
        }
        assertThat(groups)
                .extracting(MadeLoaders::className)
                .containsExactly(Sub.class.getName(), Others.class.getName());
        assertThat(groups).extracting(MadeLoaders::count).containsExactly(15L, 5L);
        assertThat(groups.get(0).parent())
                .isEqualTo(getClass().getClassLoader().getClass().getName());
        assertThat(groups.get(0).keeper()).isNull();
    }

    @Test
    void threadsKeepLoadersByContextAndByLocals() throws InterruptedException {
        LoaderTable table = new LoaderTable(Kind.LOADER, TableBound.of(1 << 14));
        Others context = new Others(table);
        Sub local = new Sub(table);
        CountDownLatch started = new CountDownLatch(2);
        CountDownLatch end = new CountDownLatch(1);
        Thread first = thread("keeps-1", started, end, () -> {});
        first.setContextClassLoader(new Child(context));
        Thread second = thread("local-1", started, end, () -> VARIABLE.set(new Child(local)));
        second.setContextClassLoader(null);
        first.start();
        second.start();
        started.await();
        List<MadeLoaders> groups = groups(table);
        end.countDown();
        first.join();
        second.join();
        assertThat(groups)
                .extracting(MadeLoaders::keeper)
                .containsExactlyInAnyOrder(
                        new LoaderKeeper(How.CONTEXT, 1, "keeps-1"), new LoaderKeeper(How.THREAD_LOCAL, 1, "local-1"));
    }

    @Test
    void listsOfTheJdkKeepLoaders() throws Exception {
        Handler handler = (Handler) isolated(OwnHandler.class);
        Logger root = Logger.getLogger("");
        root.addHandler(handler);
        assertThat(keeper()).isEqualTo(new LoaderKeeper(How.LOG_HANDLER, 1, OwnHandler.class.getName()));
        root.removeHandler(handler);

        Thread hook = new Thread(() -> {}, "closes-1");
        hook.setContextClassLoader(new Child(new Others(newTable())));
        Runtime.getRuntime().addShutdownHook(hook);
        assertThat(keeper()).isEqualTo(new LoaderKeeper(How.SHUTDOWN_HOOK, 1, "closes-1"));
        Runtime.getRuntime().removeShutdownHook(hook);
        assertThat(keeper()).isNull();
        assertThat(hook.isAlive()).isFalse(); // it is used until here

        Provider provider = (Provider) isolated(OwnProvider.class);
        Security.addProvider(provider);
        assertThat(keeper()).isEqualTo(new LoaderKeeper(How.PROVIDER, 1, OwnProvider.class.getName()));
        Security.removeProvider(provider.getName());

        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("com.acme:type=Own");
        server.registerMBean(isolated(OwnBean.class), name);
        assertThat(keeper()).isEqualTo(new LoaderKeeper(How.BEAN, 1, OwnBean.class.getName()));
        server.unregisterMBean(name);

        ClassLoader keyed = isolated(OwnBean.class).getClass().getClassLoader();
        LogFactory.keep(keyed);
        assertThat(keeper())
                .isEqualTo(new LoaderKeeper(How.STATIC_FIELD, 1, LogFactory.class.getName() + ".factories"));
        LogFactory.release(keyed);
        assertThat(keeper()).isNull();

        // It stays: code of its loader alone may take it away.
        DriverManager.registerDriver((Driver) isolated(OwnDriver.class));
        assertThat(keeper()).isEqualTo(new LoaderKeeper(How.DRIVER, 1, OwnDriver.class.getName()));
    }

    private LoaderTable newTable() {
        last = new LoaderTable(Kind.LOADER, TableBound.of(1 << 14));
        return last;
    }

    private Object isolated(Class<?> type) throws Exception {
        return new Isolated(newTable()).instance(type);
    }

    private LoaderKeeper keeper() {
        return groups(last).get(0).keeper();
    }

    private static Thread thread(String name, CountDownLatch started, CountDownLatch end, Runnable first) {
        return new Thread(
                () -> {
                    first.run();
                    started.countDown();
                    await(end);
                },
                name);
    }

    private static void await(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Its finalizer keeps it. */
    @SuppressWarnings({"removal", "deprecation", "Finalize"})
    private static final class Returning extends Hooked {
        private static volatile Returning back;

        Returning(LoaderTable table) {
            super(table);
        }

        @Override
        protected void finalize() {
            back = this;
        }
    }

    @Test
    void aLoaderThatItsFinalizerKeepsStays() {
        LoaderTable table = new LoaderTable(Kind.LOADER, TableBound.of(1 << 14));
        assertThat(new Returning(table)).isNotNull();
        while (Returning.back == null) {
            System.gc();
        }
        System.gc();
        assertThat(groups(table)).extracting(MadeLoaders::count).containsExactly(1L);

        Returning.back = null;
        while (!groups(table).isEmpty()) {
            System.gc();
        }
    }

    /** A class to be hidden. */
    static final class Rule {}

    private static Class<?> hidden() throws Exception {
        try (InputStream in = LoaderTableTest.class.getResourceAsStream("LoaderTableTest$Rule.class")) {
            return MethodHandles.lookup()
                    .defineHiddenClass(in.readAllBytes(), false)
                    .lookupClass();
        }
    }

    @Test
    void hiddenClassesCountByNameAndGoWhenTheyAreUnloaded() throws Exception {
        for (Kind kind : List.of(Kind.HIDDEN, Kind.STRONG)) {
            LoaderTable table = new LoaderTable(kind, TableBound.of(1 << 14));
            List<Class<?>> rules = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                rules.add(hidden());
                table.made(rules.get(i), MADE);
            }
            MadeLoaders group = groups(table).get(0);
            assertThat(MadeLoaders.isHidden(group.className())).isTrue();
            assertThat(MadeLoaders.isStrong(group.className())).isEqualTo(kind == Kind.STRONG);
            assertThat(MadeLoaders.shown(group.className())).isEqualTo(Rule.class.getName());
            assertThat(group.count()).isEqualTo(3);
            assertThat(group.parent())
                    .isEqualTo(getClass().getClassLoader().getClass().getName());
            assertThat(group.isMany(MadeLoaders.MIN_HIDDEN - 1)).isFalse();

            rules.clear();
            while (!groups(table).isEmpty()) {
                System.gc();
            }
        }
    }

    /** The JVM keeps a name that was asked for as long as the class: a program died of those of all its classes. */
    @Test
    void hiddenClassesThatAreNotSampledAreNotAskedForTheirNames() throws Exception {
        LoaderTable table = new LoaderTable(Kind.STRONG, TableBound.of(BOUND));
        long nameOffset = ThreadFields.offset(Class.class, "name");
        List<Class<?>> kept = new ArrayList<>();
        for (int i = 0; i < HIDDEN; i++) {
            kept.add(hidden());
            table.made(kept.get(i), MADE);
        }
        assertThat(table.size()).isBetween(1, BOUND);
        assertThat(groups(table).get(0).count()).isGreaterThan(BOUND);
        assertThat(kept)
                .filteredOn(type -> JdkInternals.access().reference(type, nameOffset) != null)
                .as("named")
                .hasSizeBetween(1, HIDDEN / 2);
    }

    @Test
    void loadersBeyondTheBoundAreNotKept() {
        TableBound bound = TableBound.of(BOUND);
        LoaderTable table = new LoaderTable(Kind.LOADER, bound);
        Others[] kept = new Others[4 * BOUND];
        for (int i = 0; i < kept.length; i++) {
            kept[i] = new Others(table);
        }
        assertThat(table.size()).isLessThanOrEqualTo(BOUND);
        assertThat(groups(table).get(0).count())
                .as("an estimate, where samples stand for several")
                .isGreaterThan(BOUND);
        Arrays.fill(kept, null);
        while (table.size() > 0) {
            System.gc();
            table.forEach(sample -> {});
        }
        assertThat(groups(table)).isEmpty();
        assertThat(bound.entries()).isZero();
    }

    private static List<MadeLoaders> groups(LoaderTable table) {
        LiveLoaders live = new LiveLoaders();
        table.forEach(live::add);
        return live.groups(true, -1);
    }
}
