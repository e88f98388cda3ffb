/* The network: an address's name is before it there, and numbers differ. Without the network a process reaches itself only. */
#include "bionic.h"
#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static int is_refused(const struct sockaddr *a) {
  if (!dexscope_settings.is_offline || !a) {
    return 0;
  }
  if (a->sa_family == AF_INET) {
    return ntohl(((const struct sockaddr_in *) a)->sin_addr.s_addr) >> 24 != 127;
  }
  if (a->sa_family == AF_INET6) {
    const struct in6_addr *six = &((const struct sockaddr_in6 *) a)->sin6_addr;
    return !IN6_IS_ADDR_LOOPBACK(six) && !(IN6_IS_ADDR_V4MAPPED(six) && six->s6_addr[12] == 127);
  }
  return 0;
}
static int unreachable(void) { errno = ENETUNREACH; return -1; }
int bionic_connect(int d, const struct sockaddr *a, socklen_t n) { return is_refused(a) ? unreachable() : connect(d, a, n); }
ssize_t bionic_sendto(int d, const void *b, size_t n, int flags, const struct sockaddr *a, socklen_t z) { return is_refused(a) ? unreachable() : sendto(d, b, n, flags, a, z); }
ssize_t bionic___sendto_chk(int d, const void *b, size_t n, size_t have, int flags, const struct sockaddr *a, socklen_t z) { return bionic_sendto(d, b, n, flags, a, z); }
ssize_t bionic_sendmsg(int d, const struct msghdr *m, int flags) { return m && is_refused(m->msg_name) ? unreachable() : sendmsg(d, m, flags); }
int bionic_sendmmsg(int d, struct mmsghdr *m, unsigned n, int flags) {
  for (unsigned i = 0; i < n; i++) {
    if (is_refused(m[i].msg_hdr.msg_name)) {
      return unreachable();
    }
  }
  return sendmmsg(d, m, n, flags);
}

struct info { int flags, family, type, protocol; socklen_t length; char *name; struct sockaddr *address; struct info *next; };
static int to_host(int f) {
  return (f & 7) | (f & 8 ? AI_NUMERICSERV : 0) | (f & 0x100 ? AI_ALL : 0) | (f & 0x400 ? AI_ADDRCONFIG : 0) | (f & 0xa00 ? AI_V4MAPPED : 0);
}
static int error_of(int host) {
  switch (host) {
    case 0: return 0;
    case EAI_AGAIN: return 2;
    case EAI_BADFLAGS: return 3;
    case EAI_FAIL: return 4;
    case EAI_FAMILY: return 5;
    case EAI_MEMORY: return 6;
    case EAI_NONAME: return 8;
    case EAI_SERVICE: return 9;
    case EAI_SOCKTYPE: return 10;
    case EAI_SYSTEM: return 11;
    case EAI_OVERFLOW: return 14;
    default: return 7;
  }
}
void bionic_freeaddrinfo(struct info *i) {
  while (i) {
    struct info *next = i->next;
    free(i->name);
    free(i);
    i = next;
  }
}
int bionic_getaddrinfo(const char *node, const char *service, const struct info *hints, struct info **result) {
  struct addrinfo to, *found;
  memset(&to, 0, sizeof to);
  if (hints) {
    to.ai_flags = to_host(hints->flags);
    to.ai_family = hints->family;
    to.ai_socktype = hints->type;
    to.ai_protocol = hints->protocol;
  }
  *result = 0;
  if (dexscope_settings.is_offline && node && strcmp(node, "localhost")) {
    to.ai_flags |= AI_NUMERICHOST;
  }
  int r = getaddrinfo(node, service, hints || to.ai_flags ? &to : 0, &found);
  if (r != 0) {
    return error_of(r);
  }
  struct info **last = result;
  for (struct addrinfo *each = found; each; each = each->ai_next) {
    struct info *i = malloc(sizeof *i + each->ai_addrlen);
    if (!i) {
      freeaddrinfo(found);
      bionic_freeaddrinfo(*result);
      *result = 0;
      return 6;
    }
    struct info made = {hints ? hints->flags : 0, each->ai_family, each->ai_socktype, each->ai_protocol, each->ai_addrlen,
        each->ai_canonname ? strdup(each->ai_canonname) : 0, (struct sockaddr *) (i + 1), 0};
    *i = made;
    memcpy(i + 1, each->ai_addr, each->ai_addrlen);
    *last = i;
    last = &i->next;
  }
  freeaddrinfo(found);
  return 0;
}
int bionic_getnameinfo(const struct sockaddr *a, socklen_t n, char *host, size_t hosts, char *service, size_t services, int f) {
  int to = (f & 1 ? NI_NOFQDN : 0) | (f & 2 ? NI_NUMERICHOST : 0) | (f & 4 ? NI_NAMEREQD : 0) | (f & 8 ? NI_NUMERICSERV : 0) | (f & 16 ? NI_DGRAM : 0);
  if (dexscope_settings.is_offline && is_refused(a)) {
    if (f & 4) {
      return 8;
    }
    to |= NI_NUMERICHOST;
  }
  return error_of(getnameinfo(a, n, host, hosts, service, services, to));
}
const char *bionic_gai_strerror(int code) {
  static const char *const texts[] = {"success", "address family not supported", "temporary failure in name resolution", "invalid flags", "failure in name resolution",
      "family not supported", "no memory", "no address for the name", "name or service unknown", "service not supported for the type", "type not supported",
      "system error", "invalid hints", "protocol unknown", "buffer too small"};
  return code >= 0 && code < (int) (sizeof texts / sizeof *texts) ? texts[code] : "unknown error";
}
struct hostent *bionic_gethostbyname2(const char *name, int family) {
  char room[16];
  if (dexscope_settings.is_offline && strcmp(name, "localhost") && inet_pton(family, name, room) != 1) {
    h_errno = HOST_NOT_FOUND;
    return 0;
  }
  return gethostbyname2(name, family);
}
struct hostent *bionic_gethostbyname(const char *name) { return bionic_gethostbyname2(name, AF_INET); }
int bionic_gethostbyname2_r(const char *name, int family, struct hostent *h, char *b, size_t n, struct hostent **r, int *e) {
  char room[16];
  if (dexscope_settings.is_offline && strcmp(name, "localhost") && inet_pton(family, name, room) != 1) {
    *e = HOST_NOT_FOUND;
    *r = 0;
    return ENOENT;
  }
  return gethostbyname2_r(name, family, h, b, n, r, e);
}
int bionic_gethostbyname_r(const char *name, struct hostent *h, char *b, size_t n, struct hostent **r, int *e) { return bionic_gethostbyname2_r(name, AF_INET, h, b, n, r, e); }
struct hostent *bionic_gethostbyaddr(const void *a, socklen_t n, int family) { if (dexscope_settings.is_offline) { h_errno = HOST_NOT_FOUND; return 0; } return gethostbyaddr(a, n, family); }
