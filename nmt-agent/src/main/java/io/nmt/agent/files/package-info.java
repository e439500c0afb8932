/** Files that users name, to be written: complete or not at all. */
package io.nmt.agent.files;
