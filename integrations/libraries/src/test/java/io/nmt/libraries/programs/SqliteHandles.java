package io.nmt.libraries.programs;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Fills and queries a table in memory. */
public final class SqliteHandles {
    private static final int ROWS = 100;

    private SqliteHandles() {}

    public static void main(String[] arguments) throws Exception {
        HandleRounds.run(SqliteHandles::work, SqliteHandles::leak);
    }

    private static Connection connect() throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("create table numbers (n integer)");
        }
        return connection;
    }

    private static String work() throws SQLException {
        try (Connection connection = connect()) {
            try (PreparedStatement insert = connection.prepareStatement("insert into numbers values (?)")) {
                for (int i = 0; i < ROWS; i++) {
                    insert.setInt(1, i);
                    insert.executeUpdate();
                }
                HandleRounds.closeEarly(insert);
            }
            connection.prepareStatement("select n from numbers"); // closed with its connection
            try (Statement statement = connection.createStatement();
                    ResultSet sum = statement.executeQuery("select sum(n) from numbers")) {
                sum.next();
                return "sum " + sum.getInt(1);
            }
        }
    }

    private static void leak() throws SQLException {
        Connection connection = connect();
        Rounds.leak(connection);
        for (int i = 0; i < 4; i++) {
            Rounds.leak(connection.prepareStatement("select n from numbers where n > ?"));
        }
    }
}
