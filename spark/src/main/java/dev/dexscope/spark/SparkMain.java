package dev.dexscope.spark;

import dev.dexscope.sql.EngineEnd;
import dev.dexscope.sql.Rows;
import dev.dexscope.sql.SparkDatabase;
import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;

/**
 * The driver of Apache Spark, which {@code spark-submit} starts: opens the tables that the first
 * question describes, and answers those that follow ({@code SparkDatabase} of {@code sql}).
 */
public final class SparkMain {
  private SparkMain() {}

  /** Begins; the options of {@code spark-submit} are Spark's configuration. */
  public static void main(String[] args) throws IOException, InterruptedException {
    EngineEnd end = EngineEnd.open();
    try (SparkSession spark = SparkSession.builder().appName("dexscope fleet").getOrCreate()) {
      open(spark, end.next().text());
      end.ready();
      while (true) {
        EngineEnd.Question question = end.next();
        try {
          end.end(answer(spark.sql(question.text()), question.most(), end));
        } catch (Exception e) {
          // Spark is written in Scala, which declares no exceptions.
          end.fail(reason(e));
        }
      }
    } catch (RuntimeException | LinkageError e) {
      end.fail(reason(e));
    }
  }

  /** Views of files (a name, their number, the files) and of queries (a name, 0, the query). */
  private static void open(SparkSession spark, String tables) {
    Iterator<String> words = Arrays.asList(tables.split(SparkDatabase.SEPARATOR, -1)).iterator();
    while (words.hasNext()) {
      String name = words.next();
      int files = Integer.parseInt(words.next());
      Dataset<Row> rows;
      if (files == 0) {
        rows = spark.sql(words.next());
      } else {
        var paths = new String[files];
        Arrays.setAll(paths, _ -> words.next());
        // Without this, folders named app=... would become columns.
        rows = spark.read().option("recursiveFileLookup", "true").parquet(paths);
      }
      rows.createOrReplaceTempView(name);
    }
  }

  private static boolean answer(Dataset<Row> answer, long most, EngineEnd end) throws IOException {
    StructField[] fields = answer.schema().fields();
    end.columns(
        Arrays.stream(fields)
            .map(each ->
                new Rows.Column(
                    each.name(), each.dataType().sql(), each.dataType() instanceof NumericType))
            .toList());
    // One part after the other: the whole may be larger than this process.
    Iterator<Row> rows = answer.toLocalIterator();
    @Nullable Object[] values = new Object[fields.length];
    for (long row = 0; rows.hasNext(); row++) {
      if (row == most) {
        return false;
      }
      Row cells = rows.next();
      for (int i = 0; i < values.length; i++) {
        values[i] = value(cells, i, fields[i]);
      }
      end.row(values);
    }
    return true;
  }

  private static @Nullable Object value(Row cells, int column, StructField field) {
    if (cells.isNullAt(column)) {
      return null;
    }
    if (field.dataType() instanceof ArrayType) {
      List<?> list = cells.getList(column);
      return list.toString();
    }
    return cells.get(column);
  }

  /** Spark's messages have the cause in their first line, and then where. */
  private static String reason(Throwable e) {
    String message = e.getMessage();
    return message == null ? e.toString() : message.strip();
  }
}
