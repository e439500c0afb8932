package io.nmt.libraries.programs;

import io.nmt.core.NativeMemory;
import io.nmt.report.document.SummaryReport;
import io.nmt.report.render.ReportJson;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.jboss.modules.DependencySpec;
import org.jboss.modules.JDKModuleFinder;
import org.jboss.modules.ModuleDependencySpecBuilder;
import org.jboss.modules.ModuleLoader;
import org.jboss.modules.ModuleSpec;
import org.jboss.modules.ResourceLoaderSpec;
import org.jboss.modules.ResourceLoaders;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

/**
 * Uses libraries in the class loader of a framework: {@code LibraryLoaders KIND WHEN DIRECTORY JAR...}. Early, they are
 * used before the agent is attached, too.
 */
public final class LibraryLoaders {
    private static final String GUEST = LibraryLoaders.class.getPackageName() + ".LibraryGuest";
    private static final String GUEST_FILE = GUEST.replace('.', '/') + ".class";
    private static final String NAME = "guest";

    private LibraryLoaders() {}

    @SuppressWarnings("unchecked")
    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[2]);
        List<Path> jars = new ArrayList<>();
        for (String jar : List.of(arguments).subList(3, arguments.length)) {
            jars.add(Path.of(jar));
        }
        jars.add(guestJar(directory));
        Class<?> type = switch (arguments[0]) {
            case "felix" -> bundle(new org.apache.felix.framework.FrameworkFactory(), directory, jars);
            case "equinox" -> bundle(new org.eclipse.osgi.launch.EquinoxFactory(), directory, jars);
            case "jboss-modules" -> module(jars);
            case "tomcat" -> webapp(directory, jars);
            case "layer" -> layer(jars);
            default -> throw new IllegalArgumentException(arguments[0]);
        };
        UnaryOperator<String> guest =
                (UnaryOperator<String>) type.getConstructor().newInstance();
        if (arguments[1].equals("early")) {
            Figures.print("before: " + guest.apply(""));
            Figures.print("ready");
            System.in.read();
        }
        Figures.print("netty used: " + guest.apply(""));
        Figures.print("figures used " + ReportJson.of(SummaryReport.of(NativeMemory.snapshot(), NativeMemory.pools())));
        System.exit(0);
    }

    /** A bundle, and an automatic module, with the guest alone. */
    private static Path guestJar(Path directory) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Automatic-Module-Name", NAME);
        attributes.putValue(Constants.BUNDLE_MANIFESTVERSION, "2");
        attributes.putValue(Constants.BUNDLE_SYMBOLICNAME, NAME);
        attributes.putValue(Constants.IMPORT_PACKAGE, "io.netty.buffer,io.netty.util,com.sun.jna");
        Path jar = directory.resolve("guest.jar");
        try (InputStream in = LibraryLoaders.class.getResourceAsStream("/" + GUEST_FILE);
                JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            out.putNextEntry(new JarEntry(GUEST_FILE));
            in.transferTo(out);
        }
        return jar;
    }

    private static Class<?> bundle(FrameworkFactory factory, Path directory, List<Path> jars) throws Exception {
        Map<String, String> configuration = new HashMap<>();
        configuration.put(
                Constants.FRAMEWORK_STORAGE, directory.resolve("bundles").toString());
        Framework framework = factory.newFramework(configuration);
        framework.start();
        Bundle last = null;
        for (Path jar : jars) {
            last = framework.getBundleContext().installBundle(jar.toUri().toString());
        }
        return last.loadClass(GUEST);
    }

    private static Class<?> module(List<Path> jars) throws Exception {
        ModuleSpec.Builder spec = ModuleSpec.build(NAME);
        for (Path jar : jars) {
            spec.addResourceRoot(ResourceLoaderSpec.createResourceLoaderSpec(
                    ResourceLoaders.createJarResourceLoader(new JarFile(jar.toFile()))));
        }
        spec.addDependency(DependencySpec.OWN_DEPENDENCY);
        for (String jdk : List.of("java.se", "jdk.unsupported", "jdk.jfr")) {
            spec.addDependency(new ModuleDependencySpecBuilder().setName(jdk).build());
        }
        ModuleSpec guest = spec.create();
        org.jboss.modules.ModuleFinder finder = new org.jboss.modules.ModuleFinder() {
            @Override
            public ModuleSpec findModule(String name, ModuleLoader asking) {
                return name.equals(NAME) ? guest : null;
            }
        };
        ModuleLoader loader =
                new ModuleLoader(new org.jboss.modules.ModuleFinder[] {finder, JDKModuleFinder.getInstance()});
        return loader.loadModule(NAME).getClassLoader().loadClass(GUEST);
    }

    private static Class<?> webapp(Path directory, List<Path> jars) throws Exception {
        Path application = directory.resolve("application");
        Path libraries = Files.createDirectories(application.resolve("WEB-INF/lib"));
        for (Path jar : jars) {
            Files.copy(jar, libraries.resolve(jar.getFileName()));
        }
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(directory.toString());
        Context context = tomcat.addContext("", application.toAbsolutePath().toString());
        tomcat.start();
        return context.getLoader().getClassLoader().loadClass(GUEST);
    }

    private static Class<?> layer(List<Path> jars) throws ClassNotFoundException {
        ModuleFinder finder = ModuleFinder.of(jars.toArray(new Path[0]));
        Configuration configuration =
                ModuleLayer.boot().configuration().resolve(finder, ModuleFinder.of(), Set.of(NAME, "io.netty.buffer"));
        return ModuleLayer.boot()
                .defineModulesWithOneLoader(configuration, ClassLoader.getPlatformClassLoader())
                .findLoader(NAME)
                .loadClass(GUEST);
    }
}
