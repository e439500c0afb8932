package io.nmt.core.internal.sites;

import io.nmt.core.model.Frame;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Tells the application's classes from those of known libraries. A call site is named after the application's code, so
 * that a line says who wants the memory, not which library allocates it.
 *
 * <p>A class is a library's if its package, or one around it, is in the list, or if a part of its package says that it
 * was relocated, such as {@code shaded}. The agent's option {@code application} names the application's packages
 * instead: all other classes are libraries then.
 *
 * <p>The rule for what belongs in the list: applications call it, or are run by it, and have no code of their own in
 * it. A server that is an application itself is not in it. {@code docs/known-libraries.txt} has the same list.
 *
 * <p>Thread-safe. Used where a stack is met for the first time.
 */
public final class ApplicationCode {
    /** One row for each field: packages, four parts of a name at the most. */
    private static final String[][] ROWS = {
        // Languages
        {"clojure", "groovy", "kotlin", "kotlinx", "org.apache.groovy", "org.codehaus.groovy", "scala"},
        {"com.oracle.truffle", "org.codehaus.commons", "org.codehaus.janino", "org.jruby", "org.mozilla.javascript"},
        {"org.mvel2", "org.openjdk.nashorn", "org.python"},
        // Frameworks and servers that run applications
        {"akka", "io.dropwizard", "io.helidon", "io.micronaut", "io.netty", "io.projectreactor", "io.quarkus"},
        {"io.reactivex", "io.smallrye", "io.undertow", "io.vertx", "jakarta", "javax", "org.apache.camel"},
        {"org.apache.catalina", "org.apache.coyote", "org.apache.cxf", "org.apache.jasper", "org.apache.mina"},
        {"org.apache.pekko", "org.apache.tomcat", "org.eclipse.jetty", "org.glassfish", "org.jboss", "org.osgi"},
        {"org.quartz", "org.springframework", "org.wildfly", "org.xnio", "reactor", "rx"},
        // Clients, protocols and messaging
        {"com.amazonaws", "com.azure", "com.datastax", "com.google.api", "com.google.cloud", "com.jcraft"},
        {"com.linecorp.armeria", "com.mongodb", "com.rabbitmq", "feign", "io.aeron", "io.grpc", "io.lettuce"},
        {"io.nats", "io.rsocket", "net.openhft", "okhttp3", "okio", "org.agrona", "org.apache.activemq"},
        {"org.apache.dubbo", "org.apache.hc", "org.apache.http", "org.apache.kafka", "org.apache.pulsar"},
        {"org.apache.rocketmq", "org.apache.sshd", "org.apache.thrift", "org.asynchttpclient", "org.redisson"},
        {"redis.clients", "retrofit2", "software.amazon"},
        // Databases, caches and search
        {"com.github.benmanes", "com.hazelcast", "com.microsoft.sqlserver", "com.mysql", "com.zaxxer.hikari"},
        {"net.sf.ehcache", "oracle.jdbc", "org.apache.ibatis", "org.apache.ignite", "org.apache.lucene"},
        {"org.caffinitas.ohc", "org.duckdb", "org.eclipse.serializer", "org.eclipse.store", "org.ehcache"},
        {"org.fusesource", "org.h2", "org.hibernate", "org.infinispan", "org.jooq", "org.lmdbjava", "org.mapdb"},
        {"org.mariadb", "org.neo4j", "org.postgresql", "org.rocksdb", "org.sqlite", "org.terracotta"},
        // Data, formats and compression
        {"com.aayushatharva", "com.esotericsoftware", "com.fasterxml", "com.github.luben", "com.google.common"},
        {"com.google.gson", "com.google.protobuf", "io.airlift", "it.unimi.dsi", "net.jpountz", "org.apache.arrow"},
        {"org.apache.avro", "org.apache.beam", "org.apache.calcite", "org.apache.commons", "org.apache.datasketches"},
        {"org.apache.flink", "org.apache.hadoop", "org.apache.hbase", "org.apache.orc", "org.apache.parquet"},
        {"org.apache.pdfbox", "org.apache.poi", "org.apache.spark", "org.apache.tika", "org.eclipse.collections"},
        {"org.roaringbitmap", "org.xerial"},
        // Native libraries
        {"ai.djl", "ai.onnxruntime", "com.kenai.jffi", "com.sun.jna", "jnr", "org.bytedeco", "org.conscrypt"},
        {"org.graalvm", "org.lwjgl", "org.nd4j", "org.opencv", "org.pytorch", "org.tensorflow"},
        // Logging, metrics, tracing and weaving
        {"brave", "ch.qos.logback", "com.codahale.metrics", "com.google.inject", "com.netflix.hystrix"},
        {"com.newrelic", "datadog", "io.github.resilience4j", "io.micrometer", "io.opentelemetry", "io.opentracing"},
        {"io.prometheus", "io.sentry", "javassist", "net.bytebuddy", "org.apache.log4j", "org.apache.logging"},
        {"org.aspectj", "org.bouncycastle", "org.objectweb.asm", "org.slf4j", "zipkin2"},
        // Tests and builds
        {"com.intellij", "junit", "org.apache.maven", "org.assertj", "org.gradle", "org.junit", "org.mockito"},
        {"org.openjdk.jmh", "org.scalatest", "org.testng"},
    };

    private static final int MOST_PARTS = 4;
    private static final String[] RELOCATED = {".shaded.", ".shade.", ".relocated.", ".repackaged.", ".thirdparty."};

    private static final Set<String> LIBRARIES = libraries();

    private static volatile String[] application = {};

    private ApplicationCode() {}

    /** The packages of the list. */
    static Set<String> libraries() {
        Set<String> all = new HashSet<>();
        for (String[] row : ROWS) {
            all.addAll(List.of(row));
        }
        return all;
    }

    /**
     * Names the application's packages. To be called before stacks are met.
     *
     * @param packages such as {@code com.acme}, with those below them, or classes; none if all but known libraries is
     *     the application's
     */
    public static void setPackages(List<String> packages) {
        String[] names = new String[packages.size()];
        for (int i = 0; i < names.length; i++) {
            String name = packages.get(i);
            names[i] = name.endsWith(".*") ? name.substring(0, name.length() - 2) : name;
        }
        application = names;
    }

    /** Tells whether a frame is the application's, as far as its class says. */
    static boolean contains(Frame frame) {
        return !frame.jdk() && contains(frame.className());
    }

    /**
     * Tells whether a frame is a library's, as far as its class says.
     *
     * @param frame of a call stack
     * @return false of the JDK's and the application's
     */
    public static boolean isLibrary(Frame frame) {
        return !frame.jdk() && !contains(frame.className());
    }

    private static boolean contains(String className) {
        String[] named = application;
        if (named.length == 0) {
            return !isLibrary(className);
        }
        for (String name : named) {
            if (className.startsWith(name)
                    && (className.length() == name.length() || isEnd(className.charAt(name.length())))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isEnd(char next) {
        return next == '.' || next == '$';
    }

    private static boolean isLibrary(String className) {
        int dot = className.indexOf('.');
        for (int parts = 1; parts <= MOST_PARTS && dot >= 0; parts++) {
            if (LIBRARIES.contains(className.substring(0, dot))) {
                return true;
            }
            dot = className.indexOf('.', dot + 1);
        }
        for (String part : RELOCATED) {
            if (className.contains(part)) {
                return true;
            }
        }
        return false;
    }
}
