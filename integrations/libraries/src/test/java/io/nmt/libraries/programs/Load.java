package io.nmt.libraries.programs;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Some hundred requests a second, until a line is read. One in ten is of the kind that is audited. */
final class Load {
    static final String ORDER = "/order";
    static final String AUDIT = "/audit";
    static final int BODY_BYTES = 16_000;

    private static final int EACH = 10;

    private Load() {}

    /** A client of a service. */
    interface Client {
        /** Sends a request and waits for the answer. */
        void send(boolean audited) throws Exception;
    }

    /** Posts forms of some bytes to a service on this machine. */
    static Client posting(int port, int bodyBytes) {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        String field = "order=";
        HttpRequest.BodyPublisher form =
                HttpRequest.BodyPublishers.ofString(field + "1".repeat(bodyBytes - field.length()));
        return audited -> {
            URI uri = URI.create("http://localhost:" + port + (audited ? AUDIT : ORDER));
            client.send(HttpRequest.newBuilder(uri).POST(form).build(), HttpResponse.BodyHandlers.discarding());
        };
    }

    /** Lets a client send requests, and ends the process. */
    static void run(Client client) throws IOException {
        Thread load = new Thread(() -> sendAll(client));
        load.setDaemon(true);
        load.start();
        Figures.print("ready");
        System.in.read();
        System.exit(0);
    }

    private static void sendAll(Client client) {
        try {
            for (int i = 0; ; i++) {
                client.send(i % EACH == 0);
                Thread.sleep(1);
            }
        } catch (Exception e) {
            Figures.print("load failed: " + e);
        }
    }
}
