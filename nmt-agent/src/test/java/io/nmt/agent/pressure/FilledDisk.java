package io.nmt.agent.pressure;

import java.io.IOException;

/** Writes a report whose second step is larger than the files of this process may be. */
public final class FilledDisk {
    static final String FIRST = "first step\n";
    static final int SECOND_CHARS = 1 << 20;

    private FilledDisk() {}

    public static void main(String[] arguments) throws IOException {
        EvidenceFile file = new EvidenceFile(arguments[0]);
        file.write(FIRST);
        try {
            file.append("x".repeat(SECOND_CHARS));
        } catch (IOException e) {
            System.out.println("failed");
        }
        System.out.println("written " + file.isWritten());
        file.close();
    }
}
