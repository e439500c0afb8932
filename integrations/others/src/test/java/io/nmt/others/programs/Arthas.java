package io.nmt.others.programs;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A session of Arthas: traces a method of the JDK that has a hook, takes the trace back, and ends Arthas. */
final class Arthas implements AutoCloseable {
    private static final String PROMPT = "$ ";
    private static final int MOST_TRIES = 600;
    private static final long PAUSE_MILLIS = 100;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    private Arthas(Socket socket) throws IOException {
        this.socket = socket;
        this.in = socket.getInputStream();
        this.out = socket.getOutputStream();
    }

    /** Returns whether the trace has shown the call, and was taken back. */
    static boolean traces(int port) throws IOException, InterruptedException {
        try (Arthas session = new Arthas(connect(port))) {
            session.until(PROMPT);
            session.say("options unsafe true", PROMPT);
            session.say("trace java.nio.Bits reserveMemory -n 1", "listenerId");
            ByteBuffer.allocateDirect(1);
            boolean traced = session.until("exceed limit").contains("java.nio.Bits:reserveMemory()");
            session.until(PROMPT);
            boolean reset = session.say("reset", "listenerId").contains("class count: 1 ");
            session.until(PROMPT);
            session.say("stop", "is closed");
            return traced && reset;
        }
    }

    /** Arthas begins to listen a moment after the application's start. */
    private static Socket connect(int port) throws IOException, InterruptedException {
        for (int i = 0; ; i++) {
            try {
                return new Socket(InetAddress.getLoopbackAddress(), port);
            } catch (ConnectException e) {
                if (i == MOST_TRIES) {
                    throw e;
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        }
    }

    private String say(String command, String answer) throws IOException {
        out.write((command + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
        return until(answer);
    }

    private String until(String end) throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.indexOf(end) < 0) {
            int one = in.read();
            if (one < 0) {
                throw new IOException("no '" + end + "' in " + text);
            }
            text.append((char) one);
        }
        return text.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
