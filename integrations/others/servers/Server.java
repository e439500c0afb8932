import java.util.List;

/**
 * A server: its zip, its set-up, its start in the foreground, the variable of its JVM options, the place of the
 * application, and its log file.
 *
 * @param artifact empty where the application starts by itself
 * @param deployed the file of the application, or its source
 * @param log empty where all lines go to stdout
 */
record Server(
        String name, String artifact, String setUp, String start, String options, String deployed, String log) {
    private static final String KARAF = "org.apache.karaf:apache-karaf:4.4.9:zip";

    /** One milestone, built for JDK 17, which refuses later ones, and for JDK 21 and later. */
    private static final String GLASSFISH = "org.glassfish.main.distributions:glassfish:8.0.0-"
            + (Runtime.version().feature() < 21 ? "JDK17-M12" : "M12") + ":zip";

    /** The set-up only shortens the pauses between two looks for a new version. */
    static final List<Server> ALL = List.of(
            new Server(
                    "tomcat",
                    "org.apache.tomcat:tomcat:11.0.9:zip",
                    "sed -i 's/<Engine /<Engine backgroundProcessorDelay=\"1\" /' conf/server.xml",
                    "exec bash bin/catalina.sh run",
                    "CATALINA_OPTS",
                    "webapps/app.war",
                    ""),
            new Server(
                    "jetty",
                    "org.eclipse.jetty:jetty-home:12.0.23:zip",
                    "mkdir base && java -jar start.jar jetty.base=base --add-modules=http,ee10-deploy",
                    "exec java $NMT_OPTIONS -jar start.jar jetty.base=base jetty.deploy.scanInterval=1",
                    "NMT_OPTIONS",
                    "base/webapps/app.war",
                    ""),
            new Server( // the full profile has Artemis
                    "wildfly",
                    "org.wildfly:wildfly-dist:36.0.1.Final:zip",
                    "sed -i 's/scan-interval=\"5000\"/scan-interval=\"500\"/'"
                            + " standalone/configuration/standalone-full.xml",
                    "exec bash bin/standalone.sh -c standalone-full.xml",
                    "PREPEND_JAVA_OPTS",
                    "standalone/deployments/app.war",
                    ""),
            new Server(
                    "liberty",
                    "io.openliberty:openliberty-runtime:25.0.0.6:zip",
                    "bash bin/server create && echo '<server><featureManager><feature>servlet-6.0</feature>"
                            + "</featureManager><applicationMonitor pollingRate=\"500ms\"/></server>'"
                            + " > usr/servers/defaultServer/server.xml",
                    "exec bash bin/server run",
                    "JVM_ARGS",
                    "usr/servers/defaultServer/dropins/app.war",
                    "usr/servers/defaultServer/logs/messages.log"),
            new Server( // in its loader of web applications JNA does not find its library, also without the agent
                    "glassfish",
                    GLASSFISH,
                    "unzip -q -j ../../../jna-*.jar 'com/sun/jna/linux-x86-64/*' -d jna",
                    "export JAVA_TOOL_OPTIONS=\"$JAVA_TOOL_OPTIONS -Djna.boot.library.path=$PWD/jna\";"
                            + " exec bash bin/startserv",
                    "JAVA_TOOL_OPTIONS",
                    "glassfish/domains/domain1/autodeploy/app.war",
                    "glassfish/domains/domain1/logs/server.log"),
            new Server(
                    "karaf-felix",
                    KARAF,
                    "true",
                    "exec bash bin/karaf server",
                    "EXTRA_JAVA_OPTS",
                    "deploy/app.jar",
                    "data/log/karaf.log"),
            new Server(
                    "karaf-equinox",
                    KARAF,
                    "sed -i 's/^karaf.framework *=.*/karaf.framework=equinox/' etc/config.properties",
                    "exec bash bin/karaf server",
                    "EXTRA_JAVA_OPTS",
                    "deploy/app.jar",
                    "data/log/karaf.log"),
            new Server( // it asks for Maven 3.9 or later; the project is in its directory
                    "quarkus-dev",
                    "org.apache.maven:apache-maven:3.9.11:zip:bin",
                    "true",
                    "exec bash bin/mvn -q -B quarkus:dev -Ddebug=false -Dquarkus.analytics.disabled=true"
                            + " ${NMT_OPTIONS:+-Djvm.args=$NMT_OPTIONS}",
                    "NMT_OPTIONS",
                    "src/main/java/app/Application.java",
                    ""),
            new Server(
                    "spring-devtools",
                    "",
                    "mvn -q -B compile org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath"
                            + " -Dmdep.outputFile=path.txt",
                    "exec java $NMT_OPTIONS -Dspring.devtools.restart.poll-interval=500ms"
                            + " -Dspring.devtools.restart.quiet-period=200ms -cp target/classes:$(cat path.txt)"
                            + " app.Application",
                    "NMT_OPTIONS",
                    "src/main/java/app/Application.java",
                    ""));

    int port() {
        return name.equals("liberty") ? 9080 : 8080;
    }

    /** Returns its application, compiled for it. */
    Application application() {
        if (deployed.endsWith(".java")) {
            return new SourceApplication(this);
        }
        return new ArchiveApplication(this);
    }
}
