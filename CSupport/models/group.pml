/*
 * A coordinator's group: the thread that needs the group first makes it, and puts an inner sink into it, while other
 * threads end the sink, release its source, and dispose the coordinator.
 *
 * Each thread writes its own word and then loads the word that the other thread writes, so at least one of two threads
 * sees what the other did.
 *
 * Functions: mr_lazy_get, mr_lazy_publish (mr_lazy.h); mr_lifecycle_is_disposed_after, mr_lifecycle_dispose,
 * mr_lifecycle_join_group, mr_lifecycle_leave_group, mr_lifecycle_detach_from_group, mr_lifecycle_has_ended
 * (mr_lifecycle.h); Coordinator.group, enroll, nextPart; InnerSink.disposeAfterEnd, sourceReleased.
 *
 * Model: a thread that subscribes one inner sink and puts it into the group; a thread that releases the sink's source;
 * perhaps a thread that ends the sink; perhaps a thread that disposes the coordinator. Memory is sequentially
 * consistent, except that in two twins a write may wait in a one-entry buffer while its thread loads the other word.
 *
 * Checked: the thread that takes the sink out of the group finds its key; a sink that has ended, or whose source was
 * released, does not stay in the group; if the coordinator is disposed, its group is disposed too and holds no sink.
 *
 * Twins:
 * LOOKS_FIRST       the thread that puts the sink into the group loads the sink's words before it sets MR_MEMBER.
 * KEY_AFTER_MEMBER  the key is stored after MR_MEMBER was set.
 * RELAXED_MEMBER    MR_MEMBER may become visible to other threads only after its thread has loaded the sink's word.
 * RELAXED_PUBLISH   the group may become visible to other threads only after its thread has loaded the coordinator's
 *                   word.
 */
bool disposed;        /* the coordinator's word */
bool published;       /* mr_lazy */
bool closed;          /* the group's word */
bool in_group;        /* the sink's slot holds it */
bool key;             /* the key is stored */
bool sink_disposed;   /* the sink's word */
bool member, claimed; /* MR_MEMBER and MR_CLAIMED in the sink's tag */

bool buffered_member, buffered_publish; /* the buffers of the twins */
bool gone; /* not in the code: the source was released */
byte finished;

inline dispose_group() {
    atomic {
        closed = true;
        if
        :: in_group -> in_group = false; sink_disposed = true
        :: else
        fi
    }
}

inline take_out() {
    assert(key);
    in_group = false
}

proctype Buffer() {
end:
    do
    :: atomic { buffered_member -> buffered_member = false; member = true }
    :: atomic { buffered_publish -> buffered_publish = false; published = true }
    od
}

proctype Subscriber() {
    bool leaves;
    /* mr_lifecycle_has_ended */
    if
    :: sink_disposed -> goto out
    :: else
    fi;
    if
    :: claimed -> goto out
    :: else
    fi;
    /* Coordinator.group; no other thread needs the group here */
#ifdef RELAXED_PUBLISH
    buffered_publish = true;
#else
    published = true;
#endif
    if
    :: disposed -> dispose_group()
    :: else
    fi;
    /* CompositeDisposable.insert */
    atomic {
        if
        :: closed -> sink_disposed = true; goto out
        :: else -> in_group = true
        fi
    };
#ifdef LOOKS_FIRST
    leaves = sink_disposed || claimed;
#endif
#ifndef KEY_AFTER_MEMBER
    key = true;
#endif
    /* mr_lifecycle_join_group */
#ifdef LOOKS_FIRST
    member = true;
#else
    atomic {
        leaves = claimed;
#ifdef RELAXED_MEMBER
        buffered_member = true
#else
        member = true
#endif
    };
    leaves = leaves || sink_disposed;
#endif
#ifdef KEY_AFTER_MEMBER
    key = true;
#endif
    if
    :: leaves -> take_out()
    :: else
    fi;
out:
    finished++
}

/* InnerSink.disposeAfterEnd, when the source has ended */
proctype Ender() {
    sink_disposed = true;
    if
    :: member -> take_out()
    :: else
    fi;
    finished++
}

/* InnerSink.sourceReleased, with mr_lifecycle_detach_from_group */
proctype Source() {
    bool leaves;
    gone = true;
    if
    :: sink_disposed
    :: else ->
       atomic { !buffered_member -> leaves = member && !claimed; claimed = true };
       if
       :: leaves -> take_out()
       :: else
       fi
    fi;
    finished++
}

/* mr_lifecycle_dispose of the coordinator, then Coordinator.nextPart */
proctype Disposer() {
    disposed = true;
    if
    :: published -> dispose_group()
    :: else
    fi;
    finished++
}

init {
    byte expected = 2;
    atomic {
#if defined(RELAXED_MEMBER) || defined(RELAXED_PUBLISH)
        run Buffer();
#endif
        run Subscriber();
        run Source();
        if
        :: run Ender(); expected++
        :: true /* the source is released without a terminal event */
        fi;
        if
        :: run Disposer(); expected++
        :: true
        fi
    };
    finished == expected && !buffered_member && !buffered_publish;
    assert(!in_group || !(sink_disposed || gone));
    assert(!disposed || !published || closed)
}
