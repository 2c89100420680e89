# cmake -DOUT=file.c -DFILES=name=path;... -P embed.cmake
# Makes one C file that holds each text file as a terminated byte array.
set(body "/* Made by cmake/embed.cmake. */\n")
foreach(entry ${FILES})
  string(FIND "${entry}" "=" at)
  string(SUBSTRING "${entry}" 0 ${at} name)
  math(EXPR from "${at}+1")
  string(SUBSTRING "${entry}" ${from} -1 path)
  file(READ "${path}" hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  string(APPEND body "extern const char kernel_text_${name}[];\nconst char kernel_text_${name}[] = {${bytes}0};\n")
endforeach()
file(WRITE "${OUT}.new" "${body}")
file(RENAME "${OUT}.new" "${OUT}")
