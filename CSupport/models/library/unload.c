/* A thread uses a shared library with the core in it; the library is closed; then the thread ends. */
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void *library;
static sem_t used, closed;

static void *use(void *unused) {
    (void)unused;
    void *(*create)(void) = (void *(*)(void))dlsym(library, "mr_list_create");
    size_t (*reached)(void *) = (size_t (*)(void *))dlsym(library, "reached");
    void (*list_free)(void *) = (void (*)(void *))dlsym(library, "mr_list_free");
    if (create == NULL || reached == NULL || list_free == NULL)
        abort();
    void *list = create();
    if (reached(list) != 0)
        abort();
    list_free(list); /* the reclaiming thread frees it later */
    sem_post(&used);
    sem_wait(&closed);
    return NULL;
}

int main(int count, char **arguments) {
    if (count != 2 || (library = dlopen(arguments[1], RTLD_NOW)) == NULL) {
        fprintf(stderr, "%s\n", count == 2 ? dlerror() : "the library?");
        return 2;
    }
    sem_init(&used, 0, 0);
    sem_init(&closed, 0, 0);
    pthread_t thread;
    if (pthread_create(&thread, NULL, use, NULL) != 0)
        return 2;
    sem_wait(&used);
    dlclose(library);
    sem_post(&closed);
    pthread_join(thread, NULL);
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL); /* the thread that frees runs the library's code */
    printf("closed, and the thread ended well\n");
    return 0;
}
