package io.nmt.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A headless Chromium without network, driven by its driver's protocol (W3C WebDriver). */
public final class Browser implements AutoCloseable {
    private static final List<String> OPTIONS = List.of(
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--window-size=1200,800");

    // The key under which the protocol returns an element.
    private static final String ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

    // The protocol's own is 30 s, less than some take on a machine with much other work.
    private static final long LONGEST_SCRIPT_MILLIS = 300_000;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient http = HttpClient.newHttpClient();
    private final Child driver;
    private final URI session;

    private Browser(Path profile) throws IOException, InterruptedException {
        driver = new Child(
                List.of(onPath("chromedriver").orElseThrow().toString(), "--port=0"), profile.toFile(), Map.of());
        String started = driver.awaitLineWith("ChromeDriver was started successfully on port ");
        String port = started.replaceAll("\\D+", "");
        List<String> arguments = new ArrayList<>(OPTIONS);
        arguments.add("--user-data-dir=" + profile);
        Map<String, Object> chromium =
                Map.of("binary", onPath("chromium").orElseThrow().toString(), "args", arguments);
        Map<String, Object> capabilities = Map.of(
                "goog:chromeOptions",
                chromium,
                "goog:loggingPrefs",
                Map.of("performance", "ALL"),
                "timeouts",
                Map.of("script", LONGEST_SCRIPT_MILLIS, "pageLoad", LONGEST_SCRIPT_MILLIS));
        URI driverUri = URI.create("http://localhost:" + port + "/session");
        JsonNode value = post(driverUri, Map.of("capabilities", Map.of("alwaysMatch", capabilities)));
        session = URI.create(driverUri + "/" + value.get("sessionId").asText() + "/");
        post("goog/cdp/execute", Map.of("cmd", "Network.enable", "params", Map.of()));
        Map<String, Object> offline =
                Map.of("offline", true, "latency", 0, "downloadThroughput", 0, "uploadThroughput", 0);
        post("goog/cdp/execute", Map.of("cmd", "Network.emulateNetworkConditions", "params", offline));
    }

    /** True if the programs are on the {@code PATH}. */
    public static boolean isInstalled() {
        return onPath("chromium").isPresent() && onPath("chromedriver").isPresent();
    }

    private static Optional<Path> onPath(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * Starts a browser.
     *
     * @param profile an empty directory
     */
    public static Browser start(Path profile) throws IOException, InterruptedException {
        return new Browser(profile);
    }

    /** Opens a file and waits until it is loaded. */
    public void open(Path page) throws IOException, InterruptedException {
        post("url", Map.of("url", page.toUri().toString()));
    }

    /** Runs a script, which returns with {@code return}. */
    public JsonNode run(String script) throws IOException, InterruptedException {
        return post("execute/sync", Map.of("script", script, "args", List.of()));
    }

    /** Clicks with the mouse on the middle of the first element that matches. */
    public void click(String cssSelector) throws IOException, InterruptedException {
        post("element/" + element(cssSelector) + "/click", Map.of());
    }

    /** Drags with the mouse over the first element that matches, from and to parts of its width from its middle. */
    public void drag(String cssSelector, double from, double to) throws IOException, InterruptedException {
        String id = element(cssSelector);
        double width = run("return document.querySelector(\"" + cssSelector + "\").getBoundingClientRect().width")
                .asDouble();
        List<Object> actions = List.of(
                move(id, Math.round(from * width)),
                Map.of("type", "pointerDown", "button", 0),
                move(id, Math.round(to * width)),
                Map.of("type", "pointerUp", "button", 0));
        post("actions", Map.of("actions", List.of(Map.of("type", "pointer", "id", "mouse", "actions", actions))));
    }

    private static Map<String, Object> move(String element, long x) {
        return Map.of("type", "pointerMove", "duration", 50, "origin", Map.of(ELEMENT, element), "x", x, "y", 0);
    }

    /** Types into the first element that matches. */
    public void type(String cssSelector, String text) throws IOException, InterruptedException {
        post("element/" + element(cssSelector) + "/value", Map.of("text", text));
    }

    private String element(String cssSelector) throws IOException, InterruptedException {
        return post("element", Map.of("using", "css selector", "value", cssSelector))
                .get(ELEMENT)
                .asText();
    }

    /** Returns the addresses of all that was requested by a page, the page itself included. */
    public List<String> requests(Path page) throws IOException, InterruptedException {
        List<String> urls = new ArrayList<>();
        for (JsonNode entry : post("se/log", Map.of("type", "performance"))) {
            JsonNode message = JSON.readTree(entry.get("message").asText()).get("message");
            JsonNode parameters = message.get("params");
            // Chromium has pages of its own.
            if (message.get("method").asText().equals("Network.requestWillBeSent")
                    && parameters
                            .get("documentURL")
                            .asText()
                            .equals(page.toUri().toString())) {
                urls.add(parameters.get("request").get("url").asText());
            }
        }
        return urls;
    }

    /** Returns what the page has written to its console, errors included. */
    public List<String> console() throws IOException, InterruptedException {
        List<String> messages = new ArrayList<>();
        for (JsonNode entry : post("se/log", Map.of("type", "browser"))) {
            messages.add(entry.get("message").asText());
        }
        return messages;
    }

    /** Takes a picture. */
    public void screenshot(Path png) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(session.resolve("screenshot")).GET().build();
        Files.write(png, Base64.getDecoder().decode(send(request).asText()));
    }

    private JsonNode post(String command, Object body) throws IOException, InterruptedException {
        return post(session.resolve(command), body);
    }

    private JsonNode post(URI uri, Object body) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri)
                .POST(BodyPublishers.ofString(JSON.writeValueAsString(body)))
                .build());
    }

    private JsonNode send(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException(request + ": " + response.body());
        }
        return JSON.readTree(response.body()).get("value");
    }

    @Override
    public void close() throws IOException {
        try {
            send(HttpRequest.newBuilder(URI.create(session.toString().replaceAll("/$", "")))
                    .DELETE()
                    .build());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            driver.close();
        }
    }
}
