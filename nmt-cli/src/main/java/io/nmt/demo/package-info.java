/** A program to try the commands on. */
package io.nmt.demo;
