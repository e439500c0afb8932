/** Pages of processes and recordings. */
package io.nmt.cli.pages;
