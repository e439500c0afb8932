package io.nmt.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Compares JSON with {@code docs/json.schema.json}. */
public final class JsonSchemas {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path SCHEMA = docs().resolve("json.schema.json");

    private JsonSchemas() {}

    /** Asserts that a command's JSON has the fields of the schema, and no others. */
    public static void assertValid(String command, String json) throws IOException {
        JsonSchema schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema("{\"$ref\":\"#/$defs/" + command + "\","
                        + Files.readString(SCHEMA).strip().substring(1));
        assertThat(schema.validate(JSON.readTree(json)))
                .as("%s: %s", command, json)
                .isEmpty();
    }

    /** Returns the directory of the docs, from a module at any depth. */
    private static Path docs() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(directory.resolve("docs"))) {
            directory = directory.getParent();
        }
        return directory.resolve("docs");
    }
}
