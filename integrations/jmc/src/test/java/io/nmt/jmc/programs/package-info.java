/** Programs under test. */
package io.nmt.jmc.programs;
