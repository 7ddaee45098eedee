/* What libnats does by itself, for a comparison. Each function returns the seconds that it took, or -1. */
#ifndef RAW_NATS_H
#define RAW_NATS_H

/* Sends `count` messages of `size` bytes over one connection, until another one has received them all. */
double raw_core(const char *url, int count, int size);

/* Publishes `count` messages with ids to `subject` of a stream, until all are acknowledged; at most `in_flight` are on
   their way at a time. */
double raw_publish(const char *url, const char *subject, int count, int size, int in_flight, const char *run);

/* Fetches `count` messages of the stream that has `subject`, `batch` at a time, and acknowledges each. */
double raw_pull(const char *url, const char *stream, const char *subject, const char *durable, int count, int batch);

/* Has each line that is printed written at once. */
void raw_print_lines(void);

#endif
