# target: cpu
# Nodes as they stand; symbols stay open; equal constants share a blob.
graph mlp opset 20 {
  in    %x : f32[batch, 8]
  const %w : f32[8, 8] = random(1)
  const %v : f32[8, 8] = random(1)
  const %b : f32[8] = random(2)
  %h = Linear %x, %w, %b : f32[batch, 8]
  %r = Relu %h : f32[batch, 8]
  %y = Linear %r, %v : f32[batch, 8]
  out %y
}
----
plan "mlp"
in  "x" f32[batch, 8]
out "y" f32[batch, 8]
variant cpu
  input %x f32[batch, 8]
  const %w f32[8, 8] blob 0
  const %b f32[8] blob 1
  temp %h f32[batch, 8]
  temp %r f32[batch, 8]
  const %v f32[8, 8] blob 0
  temp %y f32[batch, 8]
  %h = Linear %x, %w, %b
  %r = Relu %h
  %y = Linear %r, %v
  out %y
launches
run Linear %x, %w, %b -> %h
run Relu %h -> %r
run Linear %r, %v -> %y
