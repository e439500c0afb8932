/** Files that users name, to be written: complete or not at all. And JSON, to be read. */
package io.nmt.channel.files;
