package io.nmt.testkit;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.Charset;
import java.util.concurrent.Callable;

/**
 * Runs commands of the agent's jar, which is on the class path, one after another. Reads the arguments of each from
 * stdin, and answers with exit code, stdout and stderr. Ends with stdin.
 */
final class Commands {
    private Commands() {}

    /**
     * Answers until stdin ends.
     *
     * @param arguments the agent's jar
     */
    public static void main(String[] arguments) throws Exception {
        // As -jar sets it: a command tells the user to type it again.
        System.setProperty("java.class.path", arguments[0]);
        Method command = Class.forName("io.nmt.agent.CommandLineStart").getDeclaredMethod("execute", String[].class);
        command.setAccessible(true);
        DataInputStream in = new DataInputStream(System.in);
        DataOutputStream out = new DataOutputStream(System.out);
        while (true) {
            String[] typed;
            try {
                typed = new String[in.readInt()];
            } catch (EOFException e) {
                return;
            }
            for (int i = 0; i < typed.length; i++) {
                typed[i] = in.readUTF();
            }
            answer(() -> (int) command.invoke(null, (Object) typed), out);
        }
    }

    private static void answer(Callable<Integer> command, DataOutputStream answers) throws Exception {
        PrintStream stdout = System.out;
        PrintStream stderr = System.err;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, charset("stdout.encoding")));
        System.setErr(new PrintStream(err, true, charset("stderr.encoding")));
        int exitCode;
        try {
            exitCode = command.call();
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            System.setOut(stdout);
            System.setErr(stderr);
        }
        answers.writeInt(exitCode);
        write(out.toByteArray(), answers);
        write(err.toByteArray(), answers);
        answers.flush();
    }

    /** The charset of the JVM's own stream, known from JDK 18 on. */
    private static Charset charset(String property) {
        String name = System.getProperty(property);
        return name == null ? Charset.defaultCharset() : Charset.forName(name);
    }

    private static void write(byte[] bytes, DataOutputStream to) throws IOException {
        to.writeInt(bytes.length);
        to.write(bytes);
    }
}
