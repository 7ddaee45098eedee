/*
 * A coordinator's group, made by the thread that first needs it, and an inner sink that this thread puts into it while
 * others end the sink, drop its source, and dispose the coordinator.
 *
 * Functions: mr_lazy_get, mr_lazy_publish (mr_lazy.h); mr_lifecycle_is_disposed_after, mr_lifecycle_dispose, mr_lifecycle_join_group,
 * mr_lifecycle_leave_group, mr_lifecycle_detach_from_group, mr_lifecycle_has_ended (mr_lifecycle.h); Coordinator.group, enroll, nextPart,
 * InnerSink.disposeAfterEnd, sourceReleased. Each look at one word comes after a write to the other; in two twins, the
 * write may wait in a buffer of one entry meanwhile, which sequential consistency rules out.
 *
 * Holds: whoever takes the sink out finds its key; a sink that has ended, or whose source is gone, is not left in the
 * group; a coordinator that is disposed leaves no group undisposed, and no sink in it.
 * LOOKS_FIRST       who joins the group looks at the sink's words before it says so.
 * KEY_AFTER_MEMBER  the key is stored after MR_MEMBER.
 * RELAXED_MEMBER    MR_MEMBER is visible to others only after the look at the sink's word.
 * RELAXED_PUBLISH   the group is visible to others only after the look at the coordinator's word.
 */
bool disposed;        /* the coordinator's word */
bool published;       /* mr_lazy */
bool closed;          /* the group's bag */
bool in_group;        /* the sink's slot holds it */
bool key;
bool sink_disposed;   /* the sink's word */
bool member, claimed; /* its tag */

bool buffered_member, buffered_publish; /* twins */
bool gone; /* not in the code */
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
    /* Coordinator.group: nobody else needs it here */
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

/* InnerSink.disposeAfterEnd, in the place of the source's end */
proctype Ender() {
    sink_disposed = true;
    if
    :: member -> take_out()
    :: else
    fi;
    finished++
}

/* mr_lifecycle_detach_from_group */
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

/* mr_lifecycle_dispose of the coordinator, and nextPart */
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
        :: true /* the source is gone without an end */
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
