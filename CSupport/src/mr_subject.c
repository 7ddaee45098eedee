#include "mr_subject.h"

mr_list *mr_subject_open(mr_subject *subject) {
    mr_list *list = mr_load(&subject->list, mr_acquire);
    if (list == NULL) {
        mr_list *fresh = mr_list_create();
        // release: publishes the list; acquire: the other list, if another thread was faster
        if (mr_cas(&subject->list, &list, fresh, mr_acq_rel, mr_acquire))
            list = fresh;
        else
            mr_list_free(fresh);
    }
    return list;
}

mr_joining mr_subject_join(mr_subject *subject, mr_lifecycle *sink, mr_lifecycle **garbage) {
    return mr_list_join(mr_subject_open(subject), sink, garbage);
}

bool mr_subject_end(mr_subject *subject, uintptr_t terminal) {
    uintptr_t none = 0;
    // release: publishes the error object; pairs with mr_subject_terminal
    if (!mr_cas(&subject->terminal, &none, terminal, mr_acq_rel, mr_relaxed))
        return false;
    mr_list *list = NULL;
    if (!mr_cas(&subject->list, &list, mr_list_closed(), mr_acq_rel, mr_acquire))
        mr_list_close(list);
    return true;
}
