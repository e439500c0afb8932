/** Processes whose past is fixed, for the tests of each module that judges or tells what grows. */
package io.nmt.testkit.plants;
