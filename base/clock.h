/* clock.h - how long something took. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

/* Seconds since some fixed moment; setting the system's time does not move it. */
double clock_seconds(void);

#endif
