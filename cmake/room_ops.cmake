target_include_directories(fp8c_ops PRIVATE ${FP8C_CBLAS_INCLUDE})
