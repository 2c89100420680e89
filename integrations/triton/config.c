/* config.c - a model's configuration: completed by the plan, or held against it. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "integrations/triton/backend.h"

static fp8c_status load(TRITONBACKEND_Model *model, json_t **out, fp8c_error *err) {
  TRITONSERVER_Message *message = NULL;
  const char *text = NULL;
  size_t bytes = 0;
  ASK(TRITONBACKEND_ModelConfig(model, 1, &message));
  fp8c_status status =
      triton_took(TRITONSERVER_MessageSerializeToJson(message, &text, &bytes), err);
  *out = status == FP8C_OK ? json_loadb(text, bytes, 0, NULL) : NULL;
  TRITONSERVER_Error *error = TRITONSERVER_MessageDelete(message);
  if (error) TRITONSERVER_ErrorDelete(error);
  if (status == FP8C_OK && !*out)
    return fail(err, FP8C_ERROR_FORMAT, "the model's configuration is no JSON");
  return status;
}

static fp8c_status store(TRITONBACKEND_Model *model, const json_t *config, fp8c_error *err) {
  TRITONSERVER_Message *message = NULL;
  char *text = json_dumps(config, JSON_COMPACT);
  if (!text) return fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for a configuration");
  TRITONSERVER_Error *error =
      TRITONSERVER_MessageNewFromSerializedJson(&message, text, strlen(text));
  if (!error) {
    error = TRITONBACKEND_ModelSetConfig(model, 1, message);
    TRITONSERVER_Error *deleted = TRITONSERVER_MessageDelete(message);
    if (deleted) TRITONSERVER_ErrorDelete(deleted);
  }
  free(text);
  return triton_took(error, err);
}

/* ---- Ports -------------------------------------------------------------------------- */

typedef struct ports {
  const char *key;
  size_t count;
  const fp8c_port *(*at)(const fp8c_program *, size_t);
} ports;

/* With batches the first dimension is the server's, and the configuration leaves it out. */
static fp8c_status first_dim(const served *s, const fp8c_port *p, int *first, fp8c_error *err) {
  *first = s->batch > 0;
  if (!*first || (p->rank > 0 && (p->shape[0] < 0 || p->shape[0] >= 1))) return FP8C_OK;
  return fail(
      err, FP8C_ERROR_ARGUMENT,
      "max_batch_size is %lld, and port \"%s\" has no first dimension that counts a batch; say 0",
      (long long)s->batch, p->name);
}

static fp8c_status complete_ports(const served *s, const ports *side, json_t *config,
                                  fp8c_error *err) {
  json_t *list = json_array();
  fp8c_status status = FP8C_OK;
  for (size_t i = 0; i < side->count && status == FP8C_OK; i++) {
    const fp8c_port *p = side->at(s->program, i);
    int first;
    status = first_dim(s, p, &first, err);
    if (status != FP8C_OK) break;
    json_t *dims = json_array();
    for (int k = first; k < p->rank; k++)
      (void)json_array_append_new(dims, json_integer(p->shape[k]));
    bool scalar = p->rank == 0; /* Triton has none: one element, reshaped */
    if (scalar) (void)json_array_append_new(dims, json_integer(1));
    json_t *port = json_pack("{s:s, s:s, s:o}", "name", p->name, "data_type",
                             triton_type_name(p->dtype), "dims", dims);
    if (port && scalar) (void)json_object_set_new(port, "reshape", json_pack("{s:[]}", "shape"));
    if (!port || json_array_append_new(list, port) != 0)
      status = fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for a configuration");
  }
  if (status == FP8C_OK && json_object_set(config, side->key, list) != 0)
    status = fail(err, FP8C_ERROR_NO_MEMORY, "out of memory for a configuration");
  json_decref(list);
  return status;
}

static fp8c_status check_port(const served *s, const ports *side, const json_t *said,
                              fp8c_error *err) {
  const char *name = json_string_value(json_object_get(said, "name"));
  const char *type = json_string_value(json_object_get(said, "data_type"));
  for (size_t i = 0; i < side->count; i++) {
    const fp8c_port *p = side->at(s->program, i);
    int first;
    if (!name || strcmp(p->name, name) != 0) continue;
    if (!type || strcmp(type, triton_type_name(p->dtype)) != 0)
      return fail(err, FP8C_ERROR_ARGUMENT,
                  "%s \"%s\" is %s in the configuration; the plan has %s (%s)", side->key, name,
                  type ? type : "nothing", fp8c_dtype_name(p->dtype), triton_type_name(p->dtype));
    return first_dim(s, p, &first, err);
  }
  return fail(err, FP8C_ERROR_ARGUMENT, "the configuration has an %s \"%s\", and the plan none",
              side->key, name ? name : "");
}

static fp8c_status check_ports(const served *s, const ports *side, const json_t *config,
                               fp8c_error *err) {
  const json_t *list = json_object_get(config, side->key);
  for (size_t i = 0; i < json_array_size(list); i++)
    TRY(check_port(s, side, json_array_get(list, i), err));
  if (strcmp(side->key, "input") == 0 && json_array_size(list) != side->count)
    return fail(err, FP8C_ERROR_ARGUMENT, "the configuration has %zu inputs, and the plan %zu",
                json_array_size(list), side->count);
  return FP8C_OK;
}

/* ---- The whole -------------------------------------------------------------------------- */

static fp8c_status read_threads(const json_t *config, int32_t *out, fp8c_error *err) {
  const json_t *parameter = json_object_get(json_object_get(config, "parameters"), "threads");
  const char *text = json_string_value(json_object_get(parameter, "string_value"));
  *out = 0;
  if (!text) return FP8C_OK;
  char *end;
  long n = strtol(text, &end, 10);
  if (end == text || *end || n < 0 || n > 4096)
    return fail(err, FP8C_ERROR_ARGUMENT,
                "the parameter threads is \"%s\"; it is a number from 0 to 4096", text);
  *out = (int32_t)n;
  return FP8C_OK;
}

static fp8c_status read_config(TRITONBACKEND_Model *model, json_t *config, bool complete, served *s,
                               fp8c_error *err) {
  const ports sides[] = {{"input", fp8c_program_input_count(s->program), fp8c_program_input},
                         {"output", fp8c_program_output_count(s->program), fp8c_program_output}};
  s->batch = json_integer_value(json_object_get(config, "max_batch_size"));
  TRY(read_threads(config, &s->threads, err));
  bool completed = false;
  for (size_t i = 0; i < 2; i++) {
    if (complete && json_array_size(json_object_get(config, sides[i].key)) == 0) {
      TRY(complete_ports(s, &sides[i], config, err));
      completed = true;
    }
    TRY(check_ports(s, &sides[i], config, err));
  }
  return completed ? store(model, config, err) : FP8C_OK;
}

fp8c_status config_read(TRITONBACKEND_Model *model, bool complete, served *s, fp8c_error *err) {
  json_t *config = NULL;
  TRY(load(model, &config, err));
  fp8c_status status = read_config(model, config, complete, s, err);
  json_decref(config);
  return status;
}
