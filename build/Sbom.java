import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;

/**
 * Adds to the agent's software bill of materials what its jar has and Maven does not know: the ASM inside Byte Buddy,
 * D3 and uPlot in the pages. Byte Buddy's licence tells the former, the licences that {@code flame-graph/make} and
 * {@code report-page/make} wrote the latter. Corrects JLine's licence: its POM has "The BSD License" and a link to
 * BSD-3-Clause, of which CycloneDX makes BSD-4-Clause. No component is optional: the agent's POM names them so, since
 * its jar contains them.
 *
 * <p>Arguments: the bill, CycloneDX in JSON; the agent's jar. On the class path: Byte Buddy.
 */
final class Sbom {
    private static final String LICENCE = "META-INF/LICENSE";
    private static final List<String> LICENCES = List.of(
            "io/nmt/agent/report/page/flamegraph/d3-flame-graph.licenses.txt",
            "io/nmt/agent/report/page/document/uplot.licenses.txt");
    private static final Pattern ASM =
            Pattern.compile("This product bundles ASM (\\S+), which is available under a \"3-clause BSD\"\\s");
    private static final Pattern PACKAGE = Pattern.compile("^==== (\\S+) (\\S+) \\((\\S+)\\)$", Pattern.MULTILINE);
    private static final String COMPONENTS = "\"components\" : [";
    private static final Pattern JLINE = Pattern.compile(
            "(\"name\" : \"jline-terminal\"(?:(?!\"name\" : ).)*\"id\" : )\"BSD-4-Clause\"", Pattern.DOTALL);

    private static final String OPTIONAL = "\\s*\"scope\" : \"optional\",";

    private final StringBuilder added = new StringBuilder();

    private Sbom() {}

    public static void main(String[] args) throws IOException {
        Path bill = Path.of(args[0]);
        if (Files.notExists(bill)) {
            throw new IOException(bill + " is missing: with mvn -o, the plugin that makes it does nothing");
        }
        Matcher jline = JLINE.matcher(Files.readString(bill));
        if (!jline.find()) {
            throw new IOException(bill + " no longer has BSD-4-Clause for JLine: nothing is to be corrected any more");
        }
        String json = jline.replaceFirst("$1\"BSD-3-Clause\"").replaceAll(OPTIONAL, "");
        // The last such list: the first is that of tools.
        int start = json.lastIndexOf(COMPONENTS);
        if (start < 0) {
            throw new IOException(bill + " has no list of components");
        }
        int end = start + COMPONENTS.length();
        Files.writeString(bill, json.substring(0, end) + new Sbom().components(Path.of(args[1])) + json.substring(end));
    }

    private String components(Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            Matcher asm = ASM.matcher(licences());
            if (!asm.find()) {
                throw new IOException("Byte Buddy's licence does not tell the version of ASM");
            }
            add("org.ow2.asm", "asm", asm.group(1), "BSD-3-Clause", "pkg:maven/org.ow2.asm/asm@" + asm.group(1));
            for (String file : LICENCES) {
                addPackages(text(zip.getInputStream(zip.getEntry(file))));
            }
        }
        return added.toString();
    }

    private void addPackages(String licences) {
        Matcher npm = PACKAGE.matcher(licences);
        while (npm.find()) {
            String name = npm.group(1);
            String version = npm.group(2);
            add("", name, version, npm.group(3), "pkg:npm/" + name + "@" + version);
        }
    }

    /** All on the class path. */
    private static String licences() throws IOException {
        StringBuilder text = new StringBuilder();
        for (URL licence : Collections.list(ClassLoader.getSystemResources(LICENCE))) {
            text.append(text(licence.openStream()));
        }
        return text.toString();
    }

    private static String text(InputStream in) throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }

    private void add(String group, String name, String version, String licence, String url) {
        added.append("""

                    {
                      "type" : "library",
                      "bom-ref" : "%5$s",
                      "group" : "%1$s",
                      "name" : "%2$s",
                      "version" : "%3$s",
                      "licenses" : [ { "license" : { "id" : "%4$s" } } ],
                      "purl" : "%5$s"
                    },""".formatted(group, name, version, licence, url));
    }
}
