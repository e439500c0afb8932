package io.nmt.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.TaskBuffers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory of a task is told by the name that Spark gives it in SLF4J's context. */
class TaskScopesIT {
    @TempDir
    private Path directory;

    @Test
    void tasksAreScopes() throws Exception {
        Path recording = directory.resolve("tasks.jfr");
        List<String> log = new SparkRun(directory)
                .onMaster("local[2]")
                .withDriverOption("-javaagent:" + SparkRun.AGENT + "=sample=1,mdc=task_name")
                .withDriverOption("-XX:StartFlightRecording:filename=" + recording)
                .run(TaskBuffers.class, line -> {});
        assertThat(log).contains("sum 66");

        Map<String, Long> liveBytes = new TreeMap<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(recording)) {
            if (event.getEventType().getName().equals("nmt.NativeMemoryScope")) {
                liveBytes.put(event.getString("scope"), event.getLong("liveBytes"));
            }
        }
        for (int task = 0; task < 2; task++) {
            assertThat(liveBytes.getOrDefault("task_name=task " + task + ".0 in stage 0.0 (TID " + task + ")", 0L))
                    .isBetween(6L * TaskBuffers.BUFFER_BYTES, 7L * TaskBuffers.BUFFER_BYTES);
        }
    }
}
