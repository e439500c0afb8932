/** Makes any step of the tracker fail: its classes get a point before each call, allocation and branch. */
package io.nmt.it.failures;
