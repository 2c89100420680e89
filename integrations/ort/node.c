/* node.c - a plan in a node's place: its tensors are those of ONNX Runtime, read and written where
 * they lie. */
#include "integrations/ort/gpu.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

typedef struct node {
  OrtNodeComputeInfo info; /* first: ONNX Runtime knows this alone */
  const ort_api *ort;
  const OrtLogger *logger;
  fp8c_program *program;
  fp8c_session *session;
  pthread_mutex_t
      lock; /* ONNX Runtime runs a session from several threads; ours takes one at a time */
  size_t in_count, out_count;
  size_t *in_at, *out_at; /* by port: the place among what ONNX Runtime passes */
  fp8c_tensor *in, *out;
  gpu *gpu;     /* whose memory tensors may lie in; NULL: all are the host's */
  void *event;  /* orders ONNX Runtime's stream and the session's */
  bool waiting; /* the plan has steps on the host: a run cannot be queued */
} node;

/* Numbers of types in ONNX and in ONNX Runtime, by ours; 0 where it keeps several elements in a
 * byte. */
static const int types[FP8C_DTYPE_COUNT] = {
    [FP8C_DTYPE_F32] = 1,   [FP8C_DTYPE_U8] = 2,        [FP8C_DTYPE_I8] = 3,
    [FP8C_DTYPE_U16] = 4,   [FP8C_DTYPE_I16] = 5,       [FP8C_DTYPE_I32] = 6,
    [FP8C_DTYPE_I64] = 7,   [FP8C_DTYPE_BOOL] = 9,      [FP8C_DTYPE_F16] = 10,
    [FP8C_DTYPE_F64] = 11,  [FP8C_DTYPE_U32] = 12,      [FP8C_DTYPE_U64] = 13,
    [FP8C_DTYPE_BF16] = 16, [FP8C_DTYPE_E4M3] = 17,     [FP8C_DTYPE_E4M3FNUZ] = 18,
    [FP8C_DTYPE_E5M2] = 19, [FP8C_DTYPE_E5M2FNUZ] = 20,
};

/* ---- Runs ------------------------------------------------------------------------ */

/* Type, shape and memory of a tensor of ONNX Runtime; `data` is left to the caller. */
static fp8c_status shape_of(const node *n, const OrtValue *value, const fp8c_port *port,
                            fp8c_tensor *t, fp8c_error *err) {
  OrtShapeInfo *info = NULL;
  int type = 0;
  size_t rank = 0;
  ASK(n->ort, GetTensorTypeAndShape(value, &info));
  OrtStatus *status = n->ort->GetTensorElementType(info, &type);
  if (!status) status = n->ort->GetDimensionsCount(info, &rank);
  if (!status && rank <= FP8C_MAX_RANK) status = n->ort->GetDimensions(info, t->shape, rank);
  n->ort->ReleaseTensorTypeAndShapeInfo(info);
  TRY(ort_took(n->ort, status, err));
  if (rank > FP8C_MAX_RANK)
    return fail(err, FP8C_ERROR_ARGUMENT, "input \"%s\" has %zu dimensions; a plan takes %d",
                port->name, rank, FP8C_MAX_RANK);
  if (type != types[port->dtype])
    return fail(err, FP8C_ERROR_ARGUMENT,
                "input \"%s\" has the type %d of ONNX; the plan takes %s (%d)", port->name, type,
                fp8c_dtype_name(port->dtype), types[port->dtype]);
  t->dtype = port->dtype;
  t->rank = (int32_t)rank;
  return FP8C_OK;
}

static fp8c_place place_of(const node *n, const OrtValue *value) {
  const OrtMemoryDevice *d = n->gpu ? n->ort->ep->Value_GetMemoryDevice(value) : NULL;
  return d && n->ort->ep->GetDeviceType(d) == ORT_MEMORY_GPU ? FP8C_PLACE_DEVICE : FP8C_PLACE_HOST;
}

static fp8c_status take_inputs(node *n, OrtKernelContext *context, fp8c_error *err) {
  for (size_t i = 0; i < n->in_count; i++) {
    const fp8c_port *port = fp8c_program_input(n->program, i);
    const OrtValue *value = NULL;
    const void *data = NULL;
    ASK(n->ort, KernelContext_GetInput(context, n->in_at[i], &value));
    if (!value) return fail(err, FP8C_ERROR_ARGUMENT, "input \"%s\" is missing", port->name);
    TRY(shape_of(n, value, port, &n->in[i], err));
    ASK(n->ort, GetTensorData(value, &data));
    n->in[i].data = (void *)(uintptr_t)data;
    n->in[i].place = place_of(n, value);
  }
  return FP8C_OK;
}

static fp8c_status make_output(const node *n, OrtKernelContext *context, size_t port,
                               const fp8c_tensor *shape, fp8c_tensor *out, fp8c_error *err) {
  OrtValue *value = NULL;
  ASK(n->ort,
      KernelContext_GetOutput(context, n->out_at[port], shape->shape, (size_t)shape->rank, &value));
  ASK(n->ort, GetTensorMutableData(value, &out->data));
  out->place = place_of(n, value);
  return FP8C_OK;
}

static bool is_known(const fp8c_tensor *t) {
  bool known = t->rank >= 0;
  for (int i = 0; known && i < t->rank; i++) known = t->shape[i] >= 0;
  return known;
}

/* The shape of an output depends on numbers: they come out of the session's memory. */
static fp8c_status run_and_copy(node *n, OrtKernelContext *context, fp8c_error *err) {
  TRY(fp8c_session_run_views(n->session, n->in, n->in_count, n->out, n->out_count, err));
  for (size_t i = 0; i < n->out_count; i++) {
    fp8c_tensor to;
    TRY(make_output(n, context, i, &n->out[i], &to, err));
    size_t bytes = fp8c_tensor_bytes(&n->out[i]);
    if (to.place == FP8C_PLACE_DEVICE)
      TRY(gpu_fill(n->gpu, to.data, n->out[i].data, bytes, err));
    else if (bytes)
      memcpy(to.data, n->out[i].data, bytes);
  }
  return FP8C_OK;
}

static bool on_device(const fp8c_tensor *t, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (t[i].place != FP8C_PLACE_DEVICE) return false;
  return true;
}

/* Behind what ONNX Runtime's stream has queued; what it queues next comes behind the run. */
static fp8c_status run_on_stream(node *n, void *stream, fp8c_error *err) {
  void *own = fp8c_session_stream(n->session);
  bool queued =
      stream && !n->waiting && on_device(n->in, n->in_count) && on_device(n->out, n->out_count);
  if (!queued) return fp8c_session_run(n->session, n->in, n->in_count, n->out, n->out_count, err);
  fp8c_status status =
      fp8c_session_enqueue(n->session, n->in, n->in_count, n->out, n->out_count, err);
  if (status == FP8C_ERROR_UNSUPPORTED) {
    n->waiting = true;
    *err = (fp8c_error){0};
    return run_on_stream(n, stream, err);
  }
  return status == FP8C_OK ? gpu_follow(n->gpu, stream, own, n->event, err) : status;
}

static fp8c_status run(node *n, OrtKernelContext *context, fp8c_error *err) {
  void *stream = NULL;
  TRY(take_inputs(n, context, err));
  if (n->gpu) ASK(n->ort, KernelContext_GetGPUComputeStream(context, &stream));
  if (stream) TRY(gpu_follow(n->gpu, fp8c_session_stream(n->session), stream, n->event, err));
  TRY(fp8c_program_output_shapes(n->program, n->in, n->in_count, n->out, n->out_count, err));
  for (size_t i = 0; i < n->out_count; i++)
    if (!is_known(&n->out[i])) return run_and_copy(n, context, err);
  for (size_t i = 0; i < n->out_count; i++)
    TRY(make_output(n, context, i, &n->out[i], &n->out[i], err));
  return run_on_stream(n, stream, err);
}

static OrtStatus *compute(OrtNodeComputeInfo *info, void *state, OrtKernelContext *context) {
  (void)state;
  node *n = (node *)info;
  fp8c_error err = {0};
  (void)pthread_mutex_lock(&n->lock);
  fp8c_status status = run(n, context, &err);
  (void)pthread_mutex_unlock(&n->lock);
  return ort_status(n->ort, status, &err);
}

static OrtStatus *create_state(OrtNodeComputeInfo *info, OrtNodeComputeContext *context,
                               void **state) {
  (void)context;
  *state = info;
  return NULL;
}

static void release_state(OrtNodeComputeInfo *info, void *state) { (void)info, (void)state; }

/* ---- Life ------------------------------------------------------------------------- */

static void say(void *user, fp8c_log_level level, const char *words) {
  const node *n = user;
  ort_log(n->ort, n->logger, level == FP8C_LOG_WARNING ? ORT_LOG_WARNING : ORT_LOG_INFO, words);
}

static fp8c_status open_program(node *n, const node_plan *from, fp8c_error *err) {
  if (!from->bytes && from->hash)
    return fp8c_program_open_pinned(from->path, from->hash, &n->program, err);
  if (!from->bytes) return fp8c_program_open(from->path, &n->program, err);
  TRY(fp8c_program_from_memory(from->bytes, from->byte_count, &n->program, err));
  if (!from->hash || strcmp(from->hash, fp8c_program_hash(n->program)) == 0) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT, "the node says the hash %s, and its plan has %s", from->hash,
              fp8c_program_hash(n->program));
}

/* The node's tensors on one side. */
typedef struct side {
  const char *name;
  const view_values *given, *fused; /* node_plan's */
} side;

/* One of them for a port: by place where the node says which, else by name. */
static fp8c_status match(const node *n, const fp8c_port *port, size_t index, const side *s,
                         size_t *out, fp8c_error *err) {
  const char *name = s->given ? s->given->items[index].name : port->name;
  ptrdiff_t at = view_find(s->fused, name);
  if (at < 0 || !*name)
    return fail(err, FP8C_ERROR_FORMAT,
                "the plan has the %s \"%s\", and the node has no tensor for it", s->name,
                port->name);
  *out = (size_t)at;
  const OrtTypeInfo *type = NULL;
  const OrtShapeInfo *shape = NULL;
  int number = 0;
  ASK(n->ort, GetValueInfoTypeInfo(s->fused->items[at].info, &type));
  if (type) ASK(n->ort, CastTypeInfoToTensorInfo(type, &shape));
  if (shape) ASK(n->ort, GetTensorElementType(shape, &number));
  if (number && number == types[port->dtype]) return FP8C_OK;
  return fail(err, FP8C_ERROR_FORMAT,
              "%s \"%s\" has the type %d of ONNX in the model; the plan has %s (%d)", s->name,
              port->name, number, fp8c_dtype_name(port->dtype), types[port->dtype]);
}

static fp8c_status match_ports(node *n, const node_plan *from, fp8c_error *err) {
  const side in = {"input", from->inputs, &from->fused_inputs};
  const side out = {"output", from->outputs, &from->fused_outputs};
  if ((in.given && in.given->count != n->in_count) ||
      (out.given && out.given->count != n->out_count))
    return fail(err, FP8C_ERROR_FORMAT,
                "the node has %zu inputs and %zu outputs, and its plan %zu and %zu",
                in.given->count, out.given->count, n->in_count, n->out_count);
  for (size_t i = 0; i < n->in_count; i++)
    TRY(match(n, fp8c_program_input(n->program, i), i, &in, &n->in_at[i], err));
  for (size_t i = 0; i < n->out_count; i++)
    TRY(match(n, fp8c_program_output(n->program, i), i, &out, &n->out_at[i], err));
  for (size_t i = 0; i < out.fused->count; i++) {
    bool given = false;
    for (size_t k = 0; k < n->out_count; k++) given = given || n->out_at[k] == i;
    if (!given)
      return fail(err, FP8C_ERROR_FORMAT, "the plan has no output for \"%s\"",
                  out.fused->items[i].name);
  }
  return FP8C_OK;
}

static fp8c_status open_session(node *n, const settings *set, fp8c_error *err) {
  fp8c_session_options o = {
      .size = sizeof o, .device = set->device, .threads = set->thread_count, .log = say, .user = n};
  return fp8c_session_create(n->program, &o, &n->session, err);
}

static fp8c_status set_up(node *n, provider *p, const node_plan *from, fp8c_error *err) {
  TRY(open_program(n, from, err));
  if (fp8c_program_capacity(n->program))
    return fail(
        err, FP8C_ERROR_UNSUPPORTED,
        "the plan keeps states from run to run (--capacity), which a node of a model cannot; "
        "compile the model without");
  n->in_count = fp8c_program_input_count(n->program);
  n->out_count = fp8c_program_output_count(n->program);
  n->in_at = calloc(n->in_count + 1, sizeof *n->in_at);
  n->out_at = calloc(n->out_count + 1, sizeof *n->out_at);
  n->in = calloc(n->in_count + 1, sizeof *n->in);
  n->out = calloc(n->out_count + 1, sizeof *n->out);
  if (!n->in_at || !n->out_at || !n->in || !n->out)
    return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for the ports of a plan");
  TRY(match_ports(n, from, err));
  TRY(open_session(n, &p->set, err));
  n->gpu = p->gpu;
  if (n->gpu) n->event = gpu_event(n->gpu);
  return !n->gpu || n->event ? FP8C_OK : fail(err, FP8C_ERROR_DEVICE, "the GPU makes no event");
}

fp8c_status node_create(provider *p, const node_plan *from, OrtNodeComputeInfo **out,
                        fp8c_error *err) {
  node *n = calloc(1, sizeof *n);
  if (!n) return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for a plan");
  n->info = (OrtNodeComputeInfo){.version = ORT_API_USED,
                                 .CreateState = create_state,
                                 .Compute = compute,
                                 .ReleaseState = release_state};
  n->ort = p->ort;
  n->logger = p->logger;
  (void)pthread_mutex_init(&n->lock, NULL);
  fp8c_status status = set_up(n, p, from, err);
  if (status == FP8C_OK)
    *out = &n->info;
  else
    node_free(&n->info);
  return status;
}

const fp8c_program *node_program(const OrtNodeComputeInfo *info) {
  return ((const node *)info)->program;
}

void node_free(OrtNodeComputeInfo *info) {
  node *n = (node *)info;
  if (!n) return;
  fp8c_session_free(n->session);
  if (n->gpu) gpu_free_event(n->gpu, n->event);
  fp8c_program_free(n->program);
  (void)pthread_mutex_destroy(&n->lock);
  free(n->in_at);
  free(n->out_at);
  free(n->in);
  free(n->out);
  free(n);
}
