/** Files that users name, written completely or not at all. */
package io.nmt.channel.files;
