/** Native memory tracking: the entry point for applications and libraries. */
package io.nmt.core;
