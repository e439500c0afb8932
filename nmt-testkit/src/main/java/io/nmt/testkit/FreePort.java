package io.nmt.testkit;

import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;

/** Ports for programs that take one as an option. */
public final class FreePort {
    private static final int FIRST = 20_000;
    private static final int PORTS = 12_000;
    private static final Queue<DatagramSocket> OWN = new ConcurrentLinkedQueue<>();

    private FreePort() {}

    /**
     * Finds a port that is free, and that nothing else takes: the system gives out none below 32768, and another test
     * finds the port of datagrams that has its number taken, for as long as this JVM lives.
     */
    public static int find() throws IOException {
        while (true) {
            int port = FIRST + ThreadLocalRandom.current().nextInt(PORTS);
            DatagramSocket own = null;
            try {
                own = new DatagramSocket(port, InetAddress.getLoopbackAddress());
                new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
                OWN.add(own);
                return port;
            } catch (BindException e) {
                if (own != null) {
                    own.close();
                }
            }
        }
    }
}
