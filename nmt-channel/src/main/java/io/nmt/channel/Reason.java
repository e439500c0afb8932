package io.nmt.channel;

import io.nmt.report.document.SafeText;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;

/**
 * The reason of a failure, as a part of one line. Messages of the JDK's exceptions may be missing, or be the name of a
 * file alone.
 */
public final class Reason {
    private Reason() {}

    /**
     * Says it in words.
     *
     * @param failure any
     * @return never empty, and safe to be shown
     */
    public static String of(Throwable failure) {
        return SafeText.line(words(failure));
    }

    private static String words(Throwable failure) {
        String message = failure.getMessage();
        if (failure instanceof CommandException) {
            return message;
        } else if (failure instanceof NoSuchFileException e) {
            return e.getFile() + " does not exist";
        } else if (failure instanceof AccessDeniedException e) {
            return e.getFile() + ": access denied";
        } else if (failure instanceof FileAlreadyExistsException e) {
            return e.getFile() + " is there already";
        } else if (failure instanceof OutOfMemoryError) {
            return "no memory is left (" + message + "); give the command more: java -Xmx4g -jar nmt-agent.jar ...";
        } else if (failure instanceof Error
                || failure instanceof RuntimeException
                || message == null
                || message.isBlank()) {
            return failure.toString();
        }
        return message;
    }
}
