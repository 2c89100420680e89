"""Models of a few nodes, written for one test."""
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


def save(path, nodes, inputs, outputs, opset=21, **weights):
    """Inputs and outputs are (name, shape) or (name, shape, type), weights arrays by name; gives the path."""
    def port(name, shape, kind=TensorProto.FLOAT):
        return helper.make_tensor_value_info(name, kind, shape)
    graph = helper.make_graph(nodes, "g", [port(*x) for x in inputs], [port(*x) for x in outputs],
                              [numpy_helper.from_array(np.asarray(v), k) for k, v in weights.items()])
    domains = [helper.make_opsetid("", opset)] + [helper.make_opsetid(d, 1) for d in sorted({n.domain for n in nodes} - {""})]
    onnx.save(helper.make_model(graph, opset_imports=domains, ir_version=10), str(path))
    return path
