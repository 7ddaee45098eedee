#include "raw_nats.h"

#include <nats/nats.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double failed(const char *what, natsStatus s) {
    fprintf(stderr, "%s: %s\n", what, natsStatus_GetText(s));
    return -1;
}

static void received(natsConnection *nc, natsSubscription *sub, natsMsg *msg, void *closure) {
    (void)nc;
    (void)sub;
    atomic_fetch_add_explicit((atomic_int *)closure, 1, memory_order_release);
    natsMsg_Destroy(msg);
}

double raw_core(const char *url, int count, int size) {
    natsConnection *out = NULL, *in = NULL;
    natsSubscription *sub = NULL;
    static atomic_int came;
    atomic_store(&came, 0);
    char *payload = calloc(1, (size_t)size);
    natsStatus s = natsConnection_ConnectTo(&out, url);
    if (s == NATS_OK) s = natsConnection_ConnectTo(&in, url);
    if (s == NATS_OK) s = natsConnection_Subscribe(&sub, in, "bench.core", received, &came);
    if (s == NATS_OK) s = natsSubscription_SetPendingLimits(sub, 2000000, 1 << 30);
    if (s == NATS_OK) s = natsConnection_Flush(in);
    double start = now();
    for (int i = 0; s == NATS_OK && i < count; i++) s = natsConnection_Publish(out, "bench.core", payload, size);
    if (s == NATS_OK) s = natsConnection_Flush(out);
    while (s == NATS_OK && atomic_load_explicit(&came, memory_order_acquire) < count && now() - start < 120)
        nats_Sleep(1);
    double seconds = now() - start;
    natsSubscription_Destroy(sub);
    natsConnection_Destroy(in);
    natsConnection_Destroy(out);
    free(payload);
    if (s != NATS_OK) return failed("core", s);
    return atomic_load(&came) == count ? seconds : -1;
}

double raw_publish(const char *url, const char *subject, int count, int size, int in_flight, const char *run) {
    natsConnection *nc = NULL;
    jsCtx *js = NULL;
    jsOptions options;
    jsOptions_Init(&options);
    options.PublishAsync.MaxPending = in_flight;
    char *payload = calloc(1, (size_t)size);
    char id[64];
    double start = now();
    natsStatus s = natsConnection_ConnectTo(&nc, url);
    if (s == NATS_OK) s = natsConnection_JetStream(&js, nc, &options);
    for (int i = 0; s == NATS_OK && i < count; i++) {
        jsPubOptions publish;
        jsPubOptions_Init(&publish);
        snprintf(id, sizeof id, "%s-%d", run, i);
        publish.MsgId = id;
        publish.MaxWait = 10000;
        s = js_PublishAsync(js, subject, payload, size, &publish);
    }
    if (s == NATS_OK) {
        jsPubOptions wait;
        jsPubOptions_Init(&wait);
        wait.MaxWait = 60000;
        s = js_PublishAsyncComplete(js, &wait);
    }
    double seconds = now() - start;
    jsCtx_Destroy(js);
    natsConnection_Destroy(nc);
    free(payload);
    return s == NATS_OK ? seconds : failed("publish", s);
}

double raw_pull(const char *url, const char *stream, const char *subject, const char *durable, int count, int batch) {
    natsConnection *nc = NULL;
    jsCtx *js = NULL;
    natsSubscription *sub = NULL;
    jsSubOptions options;
    jsSubOptions_Init(&options);
    options.Stream = stream;
    options.Config.AckPolicy = js_AckExplicit;
    options.Config.MaxAckPending = -1;
    double start = now();
    natsStatus s = natsConnection_ConnectTo(&nc, url);
    if (s == NATS_OK) s = natsConnection_JetStream(&js, nc, NULL);
    if (s == NATS_OK) s = js_PullSubscribe(&sub, js, subject, durable, NULL, &options, NULL);
    int came = 0;
    while (s == NATS_OK && came < count) {
        natsMsgList list;
        s = natsSubscription_Fetch(&list, sub, batch, 5000, NULL);
        if (s != NATS_OK) break;
        for (int i = 0; i < list.Count; i++) natsMsg_Ack(list.Msgs[i], NULL);
        came += list.Count;
        natsMsgList_Destroy(&list);
    }
    if (s == NATS_OK) s = natsConnection_Flush(nc);
    double seconds = now() - start;
    natsSubscription_Destroy(sub);
    jsCtx_Destroy(js);
    natsConnection_Destroy(nc);
    return s == NATS_OK ? seconds : failed("pull", s);
}

void raw_print_lines(void) {
    setvbuf(stdout, NULL, _IOLBF, 0);
}
