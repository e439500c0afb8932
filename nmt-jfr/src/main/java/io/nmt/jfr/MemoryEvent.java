package io.nmt.jfr;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.StackTrace;
import jdk.jfr.internal.RemoveFields;

/**
 * The common part of all events. They speak for the whole process, so they have no thread and no stack trace, as the
 * JVM's own memory events. Before JDK 22, JFR adds the thread that ran the hook all the same.
 */
@Category({"Java Virtual Machine", "Memory"})
@StackTrace(false)
@RemoveFields({"duration", "eventThread", "stackTrace"})
abstract class MemoryEvent extends Event {}
