/** Call stacks with what they hold and have allocated, in the formats of other tools. */
package io.nmt.cli.export;
